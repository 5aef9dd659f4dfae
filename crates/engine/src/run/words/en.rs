//! English labels. A button begins with a verb in its base form (Pay, Delete photo), or with a plain verb and the name of a
//! deed (Confirm payment). Other forms tell what is or was: Paid, Payments, Sending. A last word such as history or
//! settings names a place.

use super::Meaning;
use super::shape::Shape;
use crate::plan::Effect;

/// Verbs in their base form.
const VERBS: [(Effect, &str); 12] = [
    (
        Effect::Pay,
        "pay|donate|tip|subscribe|transfer|withdraw|renew|redeem|repay|recharge|deposit|invest|purchase|bid|\
         contribute|gift|topup|stake|lend|borrow|remit|refill|pledge|trade|sell|swap|exchange|bet|\
         upgrade to|get premium|cash out|top up|add money|add funds|add cash|send money|send gift|send cash|\
         go premium|go pro|get pro|start free trial|start trial|try free|join premium|chip in|settle",
    ),
    (
        Effect::Order,
        "buy|order|reorder|preorder|pre order|book|rebook|reserve|rent|checkout|check out|hire|get tickets|\
         get ticket|get tickets now|request a ride|request ride|request taxi|request a taxi|request car|\
         request a car|request pickup|schedule delivery|schedule pickup|schedule ride|enroll|enrol|\
         return item|request refund|shop now|claim",
    ),
    (
        Effect::SignIn,
        "sign in|sign me up|log me in|signin|sign up|signup|log in|login|log on|register|create account|\
         create an account|create your account|create new account|join now|join free|join us|\
         get verification code|get code|get otp|send code|send otp|resend code|verify|authenticate|link|\
         link bank|link card|link account|link bank card|add card|add bank|add payment method|add a card|\
         unlock|switch account|switch accounts|continue with|continue as|add account",
    ),
    (
        Effect::Grant,
        "allow|grant|trust|authorize|authorise|enable|activate|agree|accept|approve|permit|pair|connect|\
         give access|give permission|turn on|set as default|set default|while using|only this time|\
         only while|just once|always|select more|let|consent|opt in|i agree|i accept|switch on|cast|\
         share screen",
    ),
    (
        Effect::Install,
        "install|uninstall|reinstall|update|upgrade|download|get|get app|get the app|sideload|restart|reboot|\
         power off|shut down|flash",
    ),
    (
        Effect::Call,
        "call|dial|redial|videocall|facetime|answer|answer call|join call|join meeting|start call|\
         accept call|video call|voice call|audio call|sos",
    ),
    (
        Effect::Delete,
        "delete|remove|erase|clear|wipe|unfriend|unsubscribe|unfollow|unlink|unpair|unmatch|unlike|unsend|\
         block|discard|destroy|purge|empty|format|reset|factory reset|leave|exit group|exit chat|log out|\
         logout|sign out|signout|deactivate|disable|revoke|overwrite|replace|forget|force stop|kick|kick out|\
         ban|evict|terminate|close account|close my account|drop|shred|disconnect|undo send|undo post|\
         don't save|don't keep|abandon|retract|restore factory|end chat|move to trash|throw away|\
         reject offer|withdraw application",
    ),
    (
        Effect::Send,
        "send|resend|reply|comment|post|publish|submit|share|tweet|retweet|repost|forward|apply|invite|\
         upload|report|vote|add friend|add as friend|accept request|broadcast|go live|rsvp|\
         dm|respond|deliver|transmit|check in|join|join group|request|request to join|connect with|\
         leave a review|write a review|rate app|mention|poke|nudge|airdrop|contact seller|\
         message seller|flag",
    ),
    (
        Effect::Like,
        "like|love|follow|favorite|favourite|upvote|downvote|star|heart|bookmark|rate|thumbs up|thumbs down|\
         dislike|clap|recommend this|add to favorites|add to favourites|add to wishlist|add to wish list|\
         react",
    ),
    (Effect::AddToCart, "add to cart|add to bag|add to basket|add to trolley|add to order"),
    (
        Effect::Create,
        "create|add|new folder|new note|new contact|new event|new album|new group|new chat|new list",
    ),
    (
        Effect::Save,
        "save|done|set as|set alarm|set reminder|set wallpaper|rename|archive|move to|pin|mark all|mark as|\
         change password|change|import|export|backup|back up|restore|sync|apply changes|finish",
    ),
];

/// Verbs that say nothing of their own: what follows them does.
const PLAIN: &str = "confirm|complete|make|place|submit|start|give|get|finish|finalize|proceed|authorize|authorise|\
    approve|continue|initiate|process|request|leave|cancel|schedule|view and|close|end|do|swipe";
/// Names of deeds, after a plain verb or at the end.
const DEEDS: [(Effect, &str); 8] = [
    (
        Effect::Pay,
        "payment|purchase|transfer|tip|donation|subscription|membership|deposit|withdrawal|transaction|trial|\
         bid|plan|premium|trade",
    ),
    (
        Effect::Order,
        "order|booking|pickup|ride|reservation|appointment|checkout|rental|trip|delivery|refund|return",
    ),
    (Effect::Call, "call|calls|videocall|meeting"),
    (Effect::Delete, "deletion|reset|removal|group|chat"),
    (Effect::Send, "message|comment|post|application|review|invitation|request"),
    (Effect::SignIn, "login|signup|registration|sign in|account|code|verification"),
    (Effect::Grant, "access|permission"),
    (Effect::Install, "installation|update|download"),
];

/// What may stand before the verb.
const BEFORE: &str = "yes|ok|okay|please|permanently|always|instantly|quick|quickly|one tap|tap to|slide to|swipe to|hold to|\
    press to|proceed to|continue to|go to|review and|confirm and|agree and|save and|restart and|\
    download and|free|fast|now|accept and|scan to";
/// Two words of which the last tells the deed.
const TAILS: [(Effect, &str); 7] = [
    (Effect::Call, "call"),
    (Effect::Delete, "reset"),
    (Effect::Order, "checkout"),
    (Effect::Install, "update"),
    (Effect::Call, "dial"),
    (Effect::SignIn, "login"),
    (Effect::Pay, "now"),
];

/// Before a verb these tell that nothing is done.
const UNDONE: &str = "can't|cannot|couldn't|unable|wrong|invalid|incoming|missed|ongoing|outgoing|don't|do not|not|never|no|how|why|what|when|where|who|view|show|see|my|recent|last|about|manage|\
    forgot|learn|read|in|all|search|find|check for|browse|recently|automatic|help|get help|get started";
/// A last word that names a place, a fact or a kind.
const NAMES: &str = "services|notifications|history|settings|setting|methods|method|log|logs|list|lists|details|detail|status|guide|guides|\
    options|option|records|record|activity|number|date|time|info|information|policy|help|center|centre|\
    manager|limits|limit|forwarding|plans|waiting|id|address|preferences|rules|tutorial|tips|tricks|\
    statistics|stats|results|result|summary|overview|queue|page|tab|section|notes|path|location|stubs|\
    stub|jar|score|rate|rates|ratio|fee|fees|calendar|letter|terms|agreement|faq|support|examples|\
    screen|recorder|recording|recordings|code|codes|sky|cable|period|club|tone|speed|folder|requests|\
    count|size|volume|shelf";

pub(super) fn meaning(shape: &Shape) -> Meaning {
    let bare = shape.bare.as_str();
    if shape.question {
        return Meaning::Harmless;
    }
    let keeps_nothing = begins(bare, "don't save") || begins(bare, "don't keep");
    if !keeps_nothing && all(UNDONE).any(|word| begins(bare, word)) {
        return Meaning::Harmless;
    }
    if bare.split(' ').count() > LONGEST {
        return Meaning::Unknown;
    }
    let core = bare_verb(bare);
    let second = core.split_once(" and ").map_or(core, |(_, second)| second);
    let found = [bare, core, second].into_iter().find_map(|words| verb(words).map(|found| (words, found)));
    match found {
        Some((words, (effect, verb))) => by_verb(effect, words[verb.len()..].trim(), shape, core),
        None => by_name(core, shape),
    }
}

/// Longer than this it is a sentence that tells of something.
const LONGEST: usize = 8;

/// Whether words begin with this one, as a whole word.
fn begins(words: &str, word: &str) -> bool {
    words.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn bare_verb(words: &str) -> &str {
    let mut left = words;
    loop {
        let fits = all(BEFORE).filter(|word| left.len() > word.len() && begins(left, word));
        match fits.max_by_key(|word| word.len()) {
            Some(word) => left = left[word.len()..].trim_start(),
            None => return left,
        }
    }
}

/// The longest verb at the start.
fn verb(words: &str) -> Option<(Effect, &'static str)> {
    let all = VERBS.iter().flat_map(|(effect, verbs)| all(verbs).map(|verb| (*effect, verb)));
    all.filter(|(_, verb)| begins(words, verb)).max_by_key(|(_, verb)| verb.len())
}

/// Every word of the tables, one by one.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    let verbs = VERBS.iter().map(|(_, verbs)| *verbs);
    let deeds = DEEDS.iter().map(|(_, names)| *names);
    let phrases = verbs.chain(deeds).chain([PLAIN, BEFORE, UNDONE, NAMES, HOMOGRAPHS]).flat_map(all);
    phrases.flat_map(|phrase| phrase.split(' '))
}

/// The verbs, of phrases the first word.
pub(super) fn verbs() -> impl Iterator<Item = &'static str> {
    let phrases = VERBS.iter().map(|(_, verbs)| *verbs).chain([PLAIN]).flat_map(all);
    phrases.filter_map(|phrase| phrase.split(' ').next())
}

fn all(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split('|').filter(|word| !word.is_empty())
}

fn last(words: &str) -> &str {
    words.rsplit(' ').next().unwrap_or_default()
}

fn by_verb(effect: Effect, rest: &str, shape: &Shape, core: &str) -> Meaning {
    // A verb that is also the name of what was done is one only by itself or before what it is done to.
    let counted = rest.chars().all(|c| c.is_ascii_digit()) && !rest.is_empty();
    if counted && effect == Effect::Send {
        return Meaning::Harmless;
    }
    if all(HOMOGRAPHS).any(|verb| begins(core, verb)) && is_fact(rest, core) {
        return Meaning::Harmless;
    }
    let page = last(rest) == "page" && matches!(effect, Effect::Like | Effect::Send);
    let named = is_name(last(rest)) && !shape.money && !page;
    if !named {
        return Meaning::Does(effect);
    }
    let modified = rest.contains(' ');
    let begun = |verbs: &[&str]| verbs.iter().any(|verb| begins(core, verb));
    let called =
        effect == Effect::Call && matches!(last(rest), "number" | "support" | "center" | "centre" | "help");
    let keeps = called
        || (effect == Effect::Delete
            && matches!(last(rest), "number" | "address" | "folder" | "code" | "screen" | "notes"))
        || (effect == Effect::Grant
            && matches!(
                last(rest),
                "requests" | "notifications" | "services" | "location" | "terms" | "agreement" | "options"
            ))
        || matches!(effect, Effect::Save | Effect::Create | Effect::AddToCart)
        || begun(&["verify", "add", "link"]);
    match effect {
        // Clear history clears it; delete log shows it; delete call history deletes it.
        Effect::Delete if last(rest) == "sky" || (begun(&["block"]) && rest == "list") => Meaning::Harmless,
        Effect::Delete
            if begun(&["clear", "erase", "wipe", "empty", "reset"])
                || modified
                || matches!(rest, "history" | "list" | "record") =>
        {
            Meaning::Does(effect)
        }
        Effect::Save | Effect::Create
            if matches!(last(rest), "path" | "location" | "date" | "time" | "list") =>
        {
            Meaning::Harmless
        }
        Effect::Send | Effect::Grant
            if matches!(last(rest), "location" | "code" | "screen" | "time" | "terms")
                && !modified_place(rest) =>
        {
            Meaning::Does(effect)
        }
        _ if keeps => Meaning::Does(effect),
        _ => Meaning::Harmless,
    }
}

/// Verbs that are names as well, so that what follows may make them one: Call duration, Order placed.
const HOMOGRAPHS: &str = "bookmark|order|call|update|book|post|star|favorite|favourite|comment|report|transfer|tip|message|text|phone|\
    like|love|rate|flag|quote|gift|trade|bet|download|format|block|heart|wave|done|upload|install|login|\
    request";

/// Whether what follows a word tells a fact about it, by how its last word is made.
fn is_fact(rest: &str, core: &str) -> bool {
    let word = last(rest);
    if rest.split(' ').any(|word| matches!(word, "a" | "an" | "the" | "this" | "my" | "your" | "all")) {
        return false;
    }
    let made = ["ed", "ing", "tion", "sion", "ity", "ency", "ance", "ness", "time", "today", "available"];
    let kind = ["favorite", "favourite", "star"].iter().any(|verb| begins(core, verb)) && word.ends_with('s');
    let done = begins(core, "done") && !rest.is_empty();
    let passive = word == "placed" || word == "by";
    word.len() > 4 && made.iter().any(|end| word.ends_with(end)) || kind || done || passive
}

fn is_name(word: &str) -> bool {
    all(NAMES).any(|name| name == word)
}

fn modified_place(rest: &str) -> bool {
    rest.ends_with("settings") || rest.ends_with("history")
}

/// A plain verb and the name of a deed, or a deed at the end of two words.
fn by_name(core: &str, shape: &Shape) -> Meaning {
    if is_name(last(core)) && !shape.money {
        return Meaning::Harmless;
    }
    let plain = all(PLAIN).find(|verb| begins(core, verb));
    if let Some(verb) = plain {
        let rest = core[verb.len()..].trim();
        let named =
            DEEDS.iter().find(|(_, names)| all(names).any(|name| ends(rest, name) || begins(rest, name)));
        return match (named, verb) {
            (Some((_, _)), "cancel" | "leave" | "close" | "end") => Meaning::Does(Effect::Delete),
            (Some((effect, _)), _) => Meaning::Does(*effect),
            (None, "cancel") if core == "cancel" => Meaning::Harmless,
            (None, "confirm") if !rest.is_empty() && !rest.contains("password") => {
                Meaning::Does(Effect::Order)
            }
            _ => Meaning::Unknown,
        };
    }
    let tail =
        TAILS.iter().find(|(_, word)| core.split(' ').count() <= 4 && ends(core, word) && core != *word);
    match tail {
        Some((Effect::Pay, _)) => Meaning::Unknown,
        Some((effect, _)) => Meaning::Does(*effect),
        None => Meaning::Unknown,
    }
}

fn ends(words: &str, word: &str) -> bool {
    words.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
}
