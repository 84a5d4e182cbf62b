export type ManifestOptions = {
  package?: string;
  /** A number is a reference to a resource. */
  versionName?: string | number;
  versionCode?: number;
  permissions?: readonly string[];
};
export const u16 = (...numbers: number[]): Buffer => Buffer.from(Uint16Array.from(numbers).buffer);
export const u32 = (...numbers: number[]): Buffer => Buffer.from(Uint32Array.from(numbers).buffer);
const ANDROID = 'http://schemas.android.com/apk/res/android';
const NONE = 0xffffffff;
/** The system's own attributes come first, because the resource map assigns their ids by index. */
const SYSTEM = [
  ['versionCode', 0x0101021b],
  ['versionName', 0x0101021c],
  ['name', 0x01010003],
  ['minSdkVersion', 0x0101020c],
  ['targetSdkVersion', 0x01010270],
] as const;
type Attribute = readonly [name: string, value: string | number];
type Tag = { name: string; attributes: readonly Attribute[]; children?: readonly Tag[] };
export const chunk = (kind: number, head: Buffer, body: Buffer): Buffer =>
  Buffer.concat([u16(kind, 8 + head.length), u32(8 + head.length + body.length), head, body]);
/** Returns a pool of strings, in UTF-16 as old tools wrote them, or in UTF-8. */
function makePool(strings: readonly string[], isUtf8 = false): Buffer {
  const coded = strings.map((text) => {
    const bytes = Buffer.from(text, isUtf8 ? 'utf8' : 'utf16le');
    return isUtf8
      ? Buffer.concat([Buffer.from([text.length, bytes.length]), bytes, Buffer.from([0])])
      : Buffer.concat([u16(text.length), bytes, u16(0)]);
  });
  const offsets = coded.map((_, index) =>
    coded.slice(0, index).reduce((sum, one) => sum + one.length, 0),
  );
  const data = Buffer.concat(coded);
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  return chunk(
    0x0001,
    u32(strings.length, 0, isUtf8 ? 1 << 8 : 0, 28 + 4 * strings.length, 0),
    Buffer.concat([u32(...offsets), padded]),
  );
}
/**
 * Returns the bytes of a resources.arsc with one entry of type 1, 0x7f010000, which refers to
 * 0x7f020000: a text for Russian devices, and one for all others.
 */
export function makeResources(text: string, russian: string): Buffer {
  const value = (type: number, data: number) =>
    Buffer.concat([u16(8, 0), u32(0), u16(8), Buffer.from([0, type]), u32(data)]);
  const type = (id: number, locale: string, content: Buffer) => {
    const config = Buffer.alloc(28);
    config.writeUInt32LE(28);
    config.write(locale, 8, 'latin1');
    const head = Buffer.concat([Buffer.from([id, 0, 0, 0]), u32(1, 8 + 12 + 28 + 4), config]);
    return chunk(0x0201, head, Buffer.concat([u32(0), content]));
  };
  const name = Buffer.alloc(256);
  const types = Buffer.concat([
    makePool(['string', 'text']),
    makePool(['version']),
    type(1, '', value(0x01, 0x7f020000)),
    type(2, 'ru', value(0x03, 1)),
    type(2, '', value(0x03, 0)),
  ]);
  const own = chunk(0x0200, Buffer.concat([u32(0x7f), name, u32(0, 0, 0, 0, 0)]), types);
  return chunk(0x0002, u32(1), Buffer.concat([makePool([text, russian], true), own]));
}
/**
 * Returns the bytes of an AndroidManifest.xml, with strings in UTF-16 as old tools wrote them, or
 * in UTF-8.
 */
export function makeManifest(
  {
    package: name = 'ru.respa.tower',
    versionName = '1.2',
    versionCode = 12,
    permissions = ['android.permission.INTERNET'],
  }: ManifestOptions,
  isUtf8 = false,
): Buffer {
  const tree: Tag = {
    name: 'manifest',
    attributes: [
      ['versionCode', versionCode],
      ['versionName', versionName],
      ['package', name],
    ],
    children: [
      {
        name: 'uses-sdk',
        attributes: [
          ['minSdkVersion', 24],
          ['targetSdkVersion', 35],
        ],
      },
      ...permissions.map((permission): Tag => ({
        name: 'uses-permission',
        attributes: [['name', permission]],
      })),
      { name: 'application', attributes: [['name', '.App']] },
    ],
  };
  const strings: string[] = SYSTEM.map(([word]) => word);
  const placeOf = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const isSystem = (word: string) => SYSTEM.some(([one]) => one === word);
  const draw = ({ name: tag, attributes, children = [] }: Tag): Buffer => {
    const drawn = attributes.map(([key, value]) => {
      const text = typeof value === 'string' ? placeOf(value) : NONE;
      return Buffer.concat([
        u32(isSystem(key) ? placeOf(ANDROID) : NONE, placeOf(key), text),
        u16(8),
        Buffer.from([0, typeof value === 'string' ? 0x03 : key === 'versionName' ? 0x01 : 0x10]),
        u32(typeof value === 'string' ? text : value),
      ]);
    });
    const start = chunk(
      0x0102,
      u32(1, NONE),
      Buffer.concat([u32(NONE, placeOf(tag)), u16(20, 20, attributes.length, 0, 0, 0), ...drawn]),
    );
    return Buffer.concat([
      start,
      ...children.map(draw),
      chunk(0x0103, u32(1, NONE), u32(NONE, placeOf(tag))),
    ]);
  };
  const elements = draw(tree);
  const pool = makePool(strings, isUtf8);
  const map = chunk(0x0180, Buffer.alloc(0), u32(...SYSTEM.map(([, number]) => number)));
  return chunk(0x0003, Buffer.alloc(0), Buffer.concat([pool, map, elements]));
}
