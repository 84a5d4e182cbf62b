import { isProductCode } from './layers.mjs';

/** Server files that may call other machines with `fetch`, as paths inside packages/server/src. */
const FETCH_ALLOWED = [
  'features/weather/openweathermap.ts',
  'platform/http/safe-fetch.ts',
  'platform/http/safe-post.ts',
];

export function isMember(node, object, property) {
  const key = node.computed ? node.property.value : node.property.name;
  return node.object.type === 'Identifier' && node.object.name === object && key === property;
}

export const environment = {
  create(context) {
    if (!isProductCode(context.filename, 'server', ['platform/runtime/config.ts'])) return {};
    return {
      MemberExpression(node) {
        if (isMember(node, 'process', 'env'))
          context.report({
            node,
            message: 'The environment is read in platform/runtime/config.ts only.',
          });
      },
    };
  },
};

export const clock = {
  create(context) {
    if (!isProductCode(context.filename, 'server', ['platform/runtime/clock.ts'])) return {};
    const message = 'Time comes from platform/runtime/clock.ts only.';
    return {
      MemberExpression(node) {
        if (isMember(node, 'Date', 'now')) context.report({ node, message });
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0)
          context.report({ node, message });
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date')
          context.report({ node, message });
      },
    };
  },
};

export const network = {
  create(context) {
    if (!isProductCode(context.filename, 'server', FETCH_ALLOWED)) return {};
    const message =
      'The server calls other machines only from files listed in launch/lint-rules/sources.mjs.';
    return {
      CallExpression(node) {
        const { callee } = node;
        const isGlobal =
          callee.type === 'MemberExpression' && isMember(callee, 'globalThis', 'fetch');
        if (isGlobal || (callee.type === 'Identifier' && callee.name === 'fetch'))
          context.report({ node, message });
      },
      ImportDeclaration(node) {
        if (['undici', 'node:https', 'https'].includes(node.source.value))
          context.report({ node, message });
      },
    };
  },
};
