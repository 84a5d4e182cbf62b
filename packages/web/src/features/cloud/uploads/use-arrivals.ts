import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onArrival, restoreUploads } from '#lib/uploads/upload-queue.ts';
import { invalidateCloud } from '../event-api.ts';

/** Resumes unfinished uploads, and refetches the cloud when files have arrived. */
export function useArrivals(): void {
  const queries = useQueryClient();
  useEffect(() => {
    void restoreUploads();
    return onArrival((kind) => {
      if (kind === 'cloud') void invalidateCloud(queries);
    });
  }, [queries]);
}
