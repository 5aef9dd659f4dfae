//! The English words that a disguise is seen through for: all of the tables with their forms, and ordinary words of labels,
//! without which a harmless label in disguise would be read by its first half: pay h!story, d e l e t e d f i l e s.

use super::en;
use crate::words::Lexicon;
use std::sync::LazyLock;

/// Words that stand beside deeds on labels.
const BESIDE: &str = "a by enter it is my me us to the this that your all off out with for from and more now today new \
    account accounts album albums alarm app apps article audio balance bank bill bills browser cache calendar camera card \
    cards cart channel chat chats class clip cloud code coffee coins color comment contact contacts conversation coupon cover credit \
    data deal device devices document documents draft drafts driver email emergency emoji episode event events face family fans fee \
    feed feedback file files film fingerprint flight folder folders form forms friend friends game gallery gift gifts \
    group groups hotel house image images item items job keyboard language later letter library link links live loan location \
    lunch mail map maps meal medicine member members memory menu message messages minutes mobile money movie music name \
    network news note notes notice number office page parcel partner party password people person phone photo photos \
    picture place places playlist points position post posts price product profile program project question recipe \
    recipient red refund ride ringtone room route school screen search seat seats seller server shop shops shortcut show signature \
    site sms song songs sound stock story storage store stream student support table task taxi team text theme thread ticket \
    tickets time title token topic track train trash travel user video videos view voice wallet wallpaper watch water \
    weather web website week wish wifi word work world yesterday year";

/// What tells a fact about a word before it: call duration, order tracking.
const FACTS: &str = "duration tracking rating ratings recording quality version position notification notifications \
    priority frequency received placed sent paid bought sold left completed pending shipped delivered confirmation \
    received reminder reminders reminding returns ended missed declined";

/// Words that begin like a deed and are none.
const OTHERS: &str = "paycheck paychecks payday payload paypal payroll payslip postpaid postage postal postcode poster \
    postman caller callum bookmark bookmarks bookshelf bookstore booking bookings sender senders likely likeness \
    sharing starter starting started starred savings saver orderly acceptance accepted getting tipping playback sendgrid addon address \
    addresses additional banking banker banner banners borrower buyer buyers clearance clearing clearly connection \
    connections deliveries download downloads downloader dropbox emptying exchange flashlight formatter formation gifted heartbeat \
    installer joint leaving leaves linked linkedin lovely marketing payable payee payer payment payments recorder renewal \
    rental rentals reporter reporters reports resetting reserved restored reviews seller sellers shared shares signal \
    signature starbucks subscriber subscribers subscription subscriptions submission trader transfers uploader uploads \
    voter votes";

/// Built once; a run asks for it at its first label.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let own = en::words().map(str::to_owned);
    let forms = en::verbs().flat_map(forms);
    let beside = [BESIDE, FACTS, OTHERS].into_iter().flat_map(str::split_whitespace).map(str::to_owned);
    own.chain(forms).chain(beside).collect()
});

/// A verb's other forms. Some are words that nobody writes, which does no harm.
fn forms(verb: &str) -> Vec<String> {
    let stem = verb.strip_suffix('e').unwrap_or(verb);
    let doubled = verb.chars().next_back().map(|last| format!("{verb}{last}")).unwrap_or_default();
    let y = verb.strip_suffix('y').map(|stem| [format!("{stem}ied"), format!("{stem}ies")]);
    let plain = ["ed", "ing", "er", "ers"].map(|ending| format!("{stem}{ending}"));
    let twice = ["ed", "ing", "er"].map(|ending| format!("{doubled}{ending}"));
    plain
        .into_iter()
        .chain(twice)
        .chain([format!("{verb}s"), format!("{verb}es")])
        .chain(y.into_iter().flatten())
        .collect()
}
