// What the conversations in JavaScript share: the client and the phones that the runner made, checks, and reading
// the screen. The Python ones have phone.py.

import {join} from 'node:path';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

export const one = process.env.STRANGERS_ONE;
export const two = process.env.STRANGERS_TWO;
export const port = Number(process.env.ANDROID_ADB_SERVER_PORT);
export const sizeOne = [1080, 2400];
export const sizeTwo = [720, 1520];

/** A package that the runner installed, whichever kind of module it is. */
export async function installed(name) {
  const folder = join(process.env.STRANGERS_MODULES, name);
  const {main} = createRequire(import.meta.url)(join(folder, 'package.json'));
  return await import(pathToFileURL(join(folder, main)));
}

/** Runs all checks and leaves with 1 if one fails: {name: async () => …}. */
export async function talk(checks) {
  let failed = 0;
  for (const [name, run] of Object.entries(checks)) {
    try {
      await run();
      console.log(`ok     ${name}`);
    } catch (error) {
      failed += 1;
      const place = /strangers\/(\w+\.js:\d+)/.exec(error.stack?.split('\n').slice(1).join('\n') ?? '')?.[1];
      console.log(`FAILED ${name}: ${String(error.message).replaceAll('\n', ' / ').slice(0, 600)} (${place ?? '?'})`);
    }
  }
  process.exitCode = failed ? 1 : 0;
  // A client may hold sockets open; what is printed must get out first.
  process.stdout.write('', () => process.exit());
}

/** Asks again until it holds; there is nothing that tells a foreign client when a screen has changed. */
export async function until(holds, seconds = 20) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > deadline) throw new Error('it did not come true in time');
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The nodes of a tree dump as plain objects of their attributes. */
export function nodes(xml) {
  const plain = (text) =>
    text
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&');
  return [...xml.matchAll(/<node ([^>]*?)\/?>/g)].map(([, inside]) =>
    Object.fromEntries([...inside.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, plain(value)])),
  );
}

export function centre(node) {
  const [left, top, right, bottom] = node.bounds.match(/-?\d+/g).map(Number);
  return [(left + right) >> 1, (top + bottom) >> 1];
}

/** Fails unless these pixels (RGBA) are a screen of this size with more than a few colours on it. */
export function isPicture({width, height, data}, size) {
  if (width !== size[0] || height !== size[1]) throw new Error(`a picture of ${width}×${height}`);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4 * 37) colours.add(data.readUInt32LE(at));
  if (colours.size <= 20) throw new Error(`a picture of ${colours.size} colours`);
}

export async function readPng(bytes) {
  return (await installed('pngjs')).PNG.sync.read(bytes);
}

