import * as backgrounds from '@respa/contract/backgrounds';
import { serve, type House } from '#platform/serve.ts';
import { resetBackground, setBackground } from './backgrounds.ts';

/** The same service behind both calls: of private rooms, and of groups. */
export function mountBackgrounds(house: House): void {
  const { ground } = house;
  for (const [upload, reset, isGroup] of [
    [backgrounds.upload, backgrounds.reset, false],
    [backgrounds.uploadToGroup, backgrounds.resetOfGroup, true],
  ] as const) {
    serve(house, upload, async ({ viewer, params, files }) => ({
      filename: await setBackground(ground, viewer, { ...params, isGroup }, files.file),
    }));
    serve(house, reset, async ({ viewer, params }) => {
      await resetBackground(ground, viewer, { ...params, isGroup });
      return { ok: true };
    });
  }
}
