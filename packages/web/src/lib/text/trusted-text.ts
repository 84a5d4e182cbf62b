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
 * Lets the page run under `require-trusted-types-for 'script'; trusted-types default`. Mantine
 * fills its style elements through innerHTML, so text
 * without a '<' passes, but markup never does, whatever code sets it. Scripts may come from our own
 * origin only.
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
    // A page policy that does not list 'default' rejects it, but then it does not require trusted
    // types either.
  }
}
