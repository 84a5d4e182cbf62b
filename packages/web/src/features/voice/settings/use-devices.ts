import { useEffect, useState } from 'react';

export type Devices = { microphones: MediaDeviceInfo[]; speakers: MediaDeviceInfo[] };
const NONE: Devices = { microphones: [], speakers: [] };

/**
 * Returns the devices for sound. Their names are known once the member has allowed the microphone;
 * `isAllowed` tells when to look again.
 */
export function useDevices(isAllowed: boolean): Devices {
  const [devices, setDevices] = useState(NONE);
  useEffect(() => {
    const media = navigator.mediaDevices as MediaDevices | undefined;
    if (media?.enumerateDevices === undefined) return undefined;
    let isGone = false;
    const look = async () => {
      const all = await media.enumerateDevices().catch(() => []);
      const of = (kind: MediaDeviceKind) =>
        all.filter(
          (device) => device.kind === kind && device.deviceId !== '' && device.label !== '',
        );
      if (!isGone) setDevices({ microphones: of('audioinput'), speakers: of('audiooutput') });
    };
    void look();
    const again = () => void look();
    media.addEventListener('devicechange', again);
    return () => {
      isGone = true;
      media.removeEventListener('devicechange', again);
    };
  }, [isAllowed]);
  return devices;
}
