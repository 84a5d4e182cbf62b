declare module 'word-extractor' {
  export default class WordExtractor {
    extract(source: string | Uint8Array): Promise<{ getBody(): string }>;
  }
}
