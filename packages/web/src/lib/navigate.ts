import { useCallback, useEffect, useRef } from 'react';
import { useNavigate as useRouterNavigate, type NavigateOptions } from 'react-router';

/** Leads to another screen when an answer has come, unless the member has left for another one meanwhile. */
export function useNavigate(): (to: string, options?: NavigateOptions) => void {
  const navigate = useRouterNavigate();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(
    (to, options) => {
      if (isHere.current) void navigate(to, options);
    },
    [navigate],
  );
}
