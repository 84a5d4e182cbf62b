import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { keepMembersApart } from '#lib/member/one-member.ts';
import { readNonce } from '#lib/browser/nonce.ts';
import { useTheme } from '#lib/browser/theme.ts';
import { ConfirmHost } from '#ui/overlays/confirm-host.tsx';
import { PageSpinner } from '#ui/feedback/spinner.tsx';
import { resolveVariables, theme } from '#ui/theme.ts';
import { ToastHost } from '#ui/feedback/toast.tsx';
import { queries } from './queries.ts';

setNonce(readNonce());
keepMembersApart();

/** The providers around every page except the landing. The landing must not load this file. */
export function Providers() {
  const scheme = useTheme();
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        defaultColorScheme={scheme}
        forceColorScheme={scheme}
        cssVariablesResolver={resolveVariables}
        getStyleNonce={readNonce}
        deduplicateCssVariables={false}
        withGlobalClasses={false}
      >
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
        <ConfirmHost />
        <ToastHost />
      </MantineProvider>
    </QueryClientProvider>
  );
}
