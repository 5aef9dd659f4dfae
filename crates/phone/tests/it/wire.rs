//! Services of the wire beside shells and files: the framebuffer, reversed ports, and what is refused in words.

use crate::kit::{Client, options, wait};

impl Client {
    /// All that a service says before it closes.
    fn told(&self, service: &str) -> Vec<u8> {
        let mut channel = self.transport.open(service, &wait()).expect("it is offered");
        let mut told = Vec::new();
        while let Some(chunk) = channel.chunk(&wait()).expect("it ends by itself") {
            told.extend_from_slice(&chunk);
        }
        told
    }

    fn text(&self, service: &str) -> String {
        String::from_utf8_lossy(&self.told(service)).into_owned()
    }
}

#[test]
fn the_framebuffer_shows_what_screencap_shows() {
    let client = Client::new(options());
    let (width, height, pixels) = client.picture();
    let told = client.told("framebuffer:");
    let words: Vec<u32> =
        told[..20].chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(words, [1, 32, pixels.len() as u32, width, height]);
    assert!(told[52..] == pixels, "another picture");
}

#[test]
fn reversed_ports_are_kept_told_and_removed() {
    let client = Client::new(options());
    assert_eq!(client.text("reverse:list-forward"), "0000");
    assert_eq!(client.text("reverse:forward:tcp:7000;tcp:80"), "OKAY");
    assert_eq!(client.text("reverse:forward:localabstract:scrcpy;tcp:81"), "OKAY");
    let refused = client.text("reverse:forward:norebind:tcp:7000;tcp:82");
    assert!(refused.starts_with("FAIL") && refused.contains("cannot rebind"), "{refused}");
    let list = client.text("reverse:list-forward");
    assert!(list.contains(" tcp:7000 tcp:80\n") && list.contains(" localabstract:scrcpy tcp:81\n"), "{list}");
    assert_eq!(client.text("reverse:killforward:tcp:7000"), "OKAY");
    assert!(client.text("reverse:killforward:tcp:7000").contains("listener 'tcp:7000' not found"));
    assert_eq!(client.text("reverse:killforward-all"), "OKAY");
    assert_eq!(client.text("reverse:list-forward"), "0000");
    assert_eq!(client.text("reverse:forward:tcp:0;tcp:80"), "OKAY000532768");
    for wrong in
        ["reverse:forward:tcp:x;tcp:80", "reverse:forward:tcp:70000;tcp:80", "reverse:forward:tcp:1;web:80"]
    {
        assert!(client.text(wrong).starts_with("FAIL"), "{wrong}");
    }
}

#[test]
fn a_door_whose_host_refuses_just_closes() {
    let client = Client::new(options());
    // This crate's own link takes no streams from the phone.
    assert_eq!(client.text("reverse:forward:tcp:7000;tcp:80"), "OKAY");
    assert_eq!(client.text("tcp:7000"), "");
    assert!(client.transport.open("tcp:7001", &wait()).is_err(), "nothing listens there");
}

#[test]
fn root_is_refused_in_adbds_words() {
    let client = Client::new(options());
    assert_eq!(client.text("root:"), "adbd cannot run as root in production builds\n");
    assert_eq!(client.text("unroot:"), "adbd not running as root\n");
    assert_eq!(client.text("remount:"), "Not running as root. Try \"adb root\" first.\n");
}
