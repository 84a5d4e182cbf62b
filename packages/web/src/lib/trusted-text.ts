type Policies = {
  createPolicy: (
    name: string,
    rules: {
      createHTML: (text: string) => string | null;
      createScriptURL: (url: string) => string | null;
    },
  ) => unknown;
};

/**
 * Lets the page live under `require-trusted-types-for 'script'; trusted-types default`. Mantine fills its style elements through innerHTML, so text
 * without a single '<' may pass; markup never does, whoever brings it. Scripts may come from our own address only.
 */
export function allowPlainTextOnly(): void {
  const { trustedTypes } = window as unknown as { trustedTypes?: Policies };
  try {
    trustedTypes?.createPolicy('default', {
      createHTML: (text) => (text.includes('<') ? null : text),
      createScriptURL: (url) =>
        new URL(url, location.href).origin === location.origin ? url : null,
    });
  } catch {
    // A page policy that names no 'default' refuses it; then it does not ask for trusted types either.
  }
}
