/**
 * Private words of the project's past, and the standard terms that replace them. Identifiers and
 * comments may not use them.
 */
const REPLACEMENTS = new Map([
  ['anew', 'again, refetch'],
  ['desk', 'admin panel, dashboard, registry'],
  ['dice', 'random'],
  ['farewell', 'account deletion'],
  ['fault', 'app error'],
  ['film', 'video'],
  ['films', 'videos'],
  ['furnish', 'seed fixtures'],
  ['furnished', 'seeded'],
  ['ground', 'context'],
  ['heed', 'handle'],
  ['heeds', 'handles'],
  ['house', 'app'],
  ['houses', 'apps'],
  ['shelf', 'tier'],
  ['sieve', 'filter'],
  ['somebody', 'the user, the caller'],
  ['talk', 'conversation'],
  ['talks', 'conversations'],
  ['town', 'seeded database'],
  ['towns', 'seeded databases'],
  ['whoever', 'the user, the caller'],
]);
/** Names that contain such a word with its usual meaning, and names of others. */
const ALLOWED = new Set(['FAULT_FILES', 'diceLogo', 'films_waiting']);
const PHRASES = [
  [/\bgoes? for good\b/i, 'is deleted'],
  [/(?:^|\*\s*)Answers (?:whether|with|false|true|null|undefined|how|what)\b/m, 'Returns …'],
];

const wordsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_$#]+/)
    .map((word) => word.toLowerCase());

/** Whether a word of a comment is private. A fault in a comment may be an injected fault. */
const isPrivate = (word) =>
  word !== 'fault' && REPLACEMENTS.has(word.toLowerCase()) && !/[A-Z]/.test(word.slice(1));

export const vocabulary = {
  create(context) {
    const report = (node, word) =>
      context.report({
        node,
        message: `"${word}" is a private word: use ${REPLACEMENTS.get(word)}.`,
      });
    const checkName = (node) => {
      if (ALLOWED.has(node.name)) return;
      for (const word of wordsOf(node.name)) if (REPLACEMENTS.has(word)) return report(node, word);
    };
    return {
      Identifier: checkName,
      JSXIdentifier: checkName,
      PrivateIdentifier: checkName,
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          for (const [word] of comment.value.matchAll(/[A-Za-z]+/g))
            if (isPrivate(word)) report(comment, word.toLowerCase());
          for (const [phrase, instead] of PHRASES)
            if (phrase.test(comment.value))
              context.report({ node: comment, message: `Write "${instead}".` });
        }
      },
    };
  },
};
