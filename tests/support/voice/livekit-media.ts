import type { Page } from '@playwright/test';

/** A section of an offer, and the track that it carries. */
export type Taken = { mid: string; track: string };
/** A published track, and the stream under which a subscriber gets it. */
export type Sent = { track: string; stream: string };
/** Forwards media as the LiveKit server does, inside a page of Chromium. */
export type LiveKitMedia = {
  /** Takes what a participant publishes. Returns the answer to its offer. */
  take(who: string, sdp: string, taken: Taken[]): Promise<string>;
  /** Returns an offer with exactly these tracks for a participant. */
  offer(who: string, sent: Sent[]): Promise<string>;
  accept(who: string, sdp: string): Promise<void>;
  addCandidate(who: string, isSubscriber: boolean, candidate: string): Promise<void>;
  /** Forgets a track that is published no longer. Throws nothing if the page is closed. */
  forget(track: string): Promise<void>;
  end(who: string): Promise<void>;
};

/** Runs in the page. */
function install(): void {
  type Side = { connection: RTCPeerConnection; senders: Map<string, RTCRtpSender> };
  const sides = new Map<string, Side>();
  const tracks = new Map<string, MediaStreamTrack>();
  const waiting = new Map<string, RTCIceCandidateInit[]>();
  const audio = new AudioContext();
  const sideOf = (name: string): Side => {
    const known = sides.get(name);
    if (known !== undefined) return known;
    const made = { connection: new RTCPeerConnection(), senders: new Map<string, RTCRtpSender>() };
    sides.set(name, made);
    return made;
  };
  /** Returns what is forwarded of a received track. */
  const forward = (track: MediaStreamTrack): MediaStreamTrack => {
    const stream = new MediaStream([track]);
    // Chromium decodes a remote track only if an element plays it.
    const element = document.createElement(track.kind) as HTMLMediaElement;
    element.muted = true;
    element.srcObject = stream;
    document.body.append(element);
    void element.play();
    if (track.kind === 'video') return track;
    // Sound is forwarded only by what pulls it.
    const pulled = audio.createMediaStreamDestination();
    audio.createMediaStreamSource(stream).connect(pulled);
    return pulled.stream.getAudioTracks()[0]!;
  };
  const gathered = async (connection: RTCPeerConnection): Promise<string> => {
    while (connection.iceGatheringState !== 'complete')
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    return connection.localDescription!.sdp;
  };
  const addWaiting = async (name: string) => {
    for (const candidate of waiting.get(name) ?? [])
      await sideOf(name).connection.addIceCandidate(candidate);
    waiting.delete(name);
  };
  Object.assign(window, {
    media: {
      async take(who: string, sdp: string, taken: Taken[]) {
        const { connection } = sideOf(`${who} out`);
        await connection.setRemoteDescription({ type: 'offer', sdp });
        await connection.setLocalDescription();
        for (const { mid, track } of taken) {
          const found = connection.getTransceivers().find((one) => one.mid === mid);
          if (found !== undefined) tracks.set(track, forward(found.receiver.track));
        }
        await addWaiting(`${who} out`);
        return gathered(connection);
      },
      async offer(who: string, sent: Sent[]) {
        const { connection, senders } = sideOf(`${who} in`);
        for (const [id, sender] of senders)
          if (!sent.some(({ track }) => track === id)) {
            connection.removeTrack(sender);
            senders.delete(id);
          }
        for (const { track: id } of sent) {
          while (!tracks.has(id))
            await new Promise((resolve) => {
              setTimeout(resolve, 20);
            });
          if (!senders.has(id)) senders.set(id, connection.addTrack(tracks.get(id)!));
        }
        await connection.setLocalDescription(await connection.createOffer());
        const streamOf = new Map<string | null | undefined, string>();
        for (const { track, stream } of sent) {
          const sender = senders.get(track);
          const found = connection.getTransceivers().find((one) => one.sender === sender);
          streamOf.set(found?.mid, stream);
        }
        // The names that the protocol gives to streams.
        return (await gathered(connection)).replace(/^m=(?:(?!^m=)[^])*/gm, (section) => {
          const stream = streamOf.get(/^a=mid:(\S+)/m.exec(section)?.[1]);
          return stream === undefined
            ? section
            : section.replace(/^a=msid:\S+ /m, `a=msid:${stream} `);
        });
      },
      async accept(who: string, sdp: string) {
        const { connection } = sideOf(`${who} in`);
        await connection.setRemoteDescription({ type: 'answer', sdp });
        await addWaiting(`${who} in`);
      },
      async addCandidate(who: string, isSubscriber: boolean, candidate: string) {
        const name = `${who} ${isSubscriber ? 'in' : 'out'}`;
        const { connection } = sideOf(name);
        const init = JSON.parse(candidate) as RTCIceCandidateInit;
        if (connection.remoteDescription === null)
          waiting.set(name, [...(waiting.get(name) ?? []), init]);
        else await connection.addIceCandidate(init);
      },
      forget(track: string) {
        tracks.delete(track);
      },
      end(who: string) {
        for (const name of [`${who} in`, `${who} out`]) {
          sides.get(name)?.connection.close();
          sides.delete(name);
        }
      },
    } satisfies { [Name in keyof LiveKitMedia]: unknown },
  });
}

/** Makes an open page of a secure origin forward media. */
export async function openLiveKitMedia(page: Page): Promise<LiveKitMedia> {
  // A page with a microphone may play sound, and tells addresses instead of names.
  await page.evaluate(async () => {
    await navigator.mediaDevices.getUserMedia({ audio: true });
  });
  await page.evaluate(install);
  const run = <T>(name: keyof LiveKitMedia, ...input: unknown[]): Promise<T> =>
    page.evaluate(
      ([method, given]) =>
        (window as unknown as { media: Record<string, (...all: unknown[]) => unknown> }).media[
          method
        ]!(...given) as Promise<T>,
      [name, input] as const,
    );
  return {
    take: (who, sdp, taken) => run('take', who, sdp, taken),
    offer: (who, sent) => run('offer', who, sent),
    accept: (who, sdp) => run('accept', who, sdp),
    addCandidate: (who, isSubscriber, candidate) =>
      run('addCandidate', who, isSubscriber, candidate),
    forget: (track) => run<void>('forget', track).catch(() => {}),
    end: (who) => run<void>('end', who).catch(() => {}),
  };
}
