//! What a resource id tells where the words do not: its parts, read as the parts of an English label.

use crate::plan::Effect;

/// Parts of an id that name a deed.
const DEEDS: [(Effect, &str); 11] = [
    (
        Effect::Pay,
        "pay payment purchase transfer recharge withdraw donate tip topup subscribe repay deposit renew",
    ),
    (Effect::Order, "order checkout buy book reserve booking settle rent"),
    (Effect::SignIn, "login signin signup register verify logon bind"),
    (Effect::Grant, "allow grant authorize permission trust agree accept activate"),
    (Effect::Install, "install uninstall update upgrade download"),
    (Effect::Call, "call dial dialpad voip answer hangup"),
    (
        Effect::Delete,
        "delete remove clear erase wipe discard logout signout block unsubscribe unfollow reset trash unbind",
    ),
    (Effect::Send, "send post publish reply submit share forward comment invite upload repost tweet report"),
    (Effect::Like, "like fav favor favorite favourite follow star upvote collect praise bookmark"),
    (Effect::AddToCart, "cart"),
    (Effect::Save, "save done create finish fab"),
];

/// Parts that tell of a place, a picture or a piece of text, not of something to press.
const PLACES: &str = "list history record records log settings setting title text label name time date count num status \
    icon tab page container layout root header row item cell card content panel view detail details \
    info amount bar cancel close tip";

/// The effect that an id names, if any.
pub(in crate::run) fn effect_of_id(id: &str) -> Option<Effect> {
    let name = id.rsplit('/').next().unwrap_or_default();
    let parts = parts(name);
    let pressed =
        parts.iter().any(|part| matches!(part.as_str(), "btn" | "button" | "action" | "ib" | "fab"));
    if !pressed && parts.iter().any(|part| PLACES.split(' ').any(|place| place == part)) && parts.len() > 1 {
        return None;
    }
    if parts.iter().any(|part| matches!(part.as_str(), "cancel" | "close" | "history" | "settings" | "deny"))
    {
        return None;
    }
    let thing = |part: &&String| !matches!(part.as_str(), "btn" | "button");
    let joined: String = parts.iter().filter(thing).map(String::as_str).collect();
    let named = |names: &str| {
        let mut names = names.split(' ');
        names.any(|name| {
            parts.iter().any(|part| part == name)
                || joined == name
                || (pressed && name.len() > 4 && joined.ends_with(name))
        })
    };
    DEEDS.iter().find(|(_, names)| named(names)).map(|(effect, _)| *effect)
}

/// `btn_submitOrder` is btn, submit and order.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut low = false;
    for c in name.chars().take(80) {
        if !c.is_alphanumeric() || (c.is_uppercase() && low) {
            parts.push(String::new());
        }
        if let Some(last) = parts.last_mut().filter(|_| c.is_alphanumeric()) {
            last.extend(c.to_lowercase());
        }
        low = c.is_lowercase();
    }
    parts.retain(|part| !part.is_empty());
    // What developers put before a name tells only what kind of thing it is.
    parts.retain(|part| !matches!(part.as_str(), "tv" | "iv" | "rl" | "ll" | "id"));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_tells_a_deed_by_its_parts() {
        for (id, effect) in [
            ("app:id/btn_pay", Effect::Pay),
            ("a.b:id/btnSubmitOrder", Effect::Order),
            ("a.b:id/delete", Effect::Delete),
            ("a.b:id/iv_like", Effect::Like),
            ("sign_in_button", Effect::SignIn),
        ] {
            assert_eq!(effect_of_id(id), Some(effect), "{id}");
        }
        for id in [
            "a.b:id/pay_history",
            "order_list",
            "a.b:id/call_log",
            "btn_cancel_delete",
            "title",
            "",
            "payload",
        ] {
            assert_eq!(effect_of_id(id), None, "{id}");
        }
    }
}
