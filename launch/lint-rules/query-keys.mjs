import { locate } from './layers.mjs';

const KEY_NAME = /(?:^key|Key|Root)$/;

/** Returns the array that spells a query key, or `undefined`. */
function spelledKey(node) {
  let value = node;
  while (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression')
    value = value.expression;
  if (value?.type === 'ArrowFunctionExpression') return spelledKey(value.body);
  return value?.type === 'ArrayExpression' ? value : undefined;
}

/**
 * Query keys belong to one feature: only its `api.ts` or `…-api.ts` spells them, and its
 * `parts.ts` exports functions that return keys or refetch, never a key itself.
 */
export const queryKeys = {
  create(context) {
    const location = locate(context.filename);
    if (location?.side !== 'web' || location.isTest || location.layer < 3) return {};
    const isApi = /(?:^|-|\/)api\.ts$/.test(location.inside);
    if (isApi) return {};
    const message = 'Query keys are spelled in the api.ts of their feature only.';
    const check = (node) => {
      const key = spelledKey(node);
      if (key) context.report({ node: key, message });
    };
    return {
      Property(node) {
        if (!node.computed && node.key.name === 'queryKey') check(node.value);
      },
      VariableDeclarator(node) {
        if (node.id.type === 'Identifier' && KEY_NAME.test(node.id.name)) check(node.init);
      },
    };
  },
};
