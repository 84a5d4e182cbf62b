import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from '#lib/network/live.ts';
import { handleVoiceEvent } from '../api.ts';
import { handleCallEvent, startCalls } from '../call/call.ts';
import { keepAwake, listenToHeadset, showMicrophone } from '../call/device-hooks.ts';
import { watchKeys } from '../call/keys.ts';
import { useCall } from '../call/call-state.ts';
import { IncomingCall } from '../rings/incoming-call.tsx';
import { signalGroup } from '../rings/group-signal.ts';
import { VoiceBar } from './voice-bar.tsx';

/** Keeps the member's call while they look at other pages, and shows it above all of them. */
export function VoiceHost() {
  const queries = useQueryClient();
  const call = useCall();
  const roomId = call?.roomId;
  const isMuted = call?.isMuted;
  useEffect(() => {
    if (roomId === undefined) return undefined;
    const stops = [watchKeys(), keepAwake(), listenToHeadset('Голосовая комната')];
    return () => stops.forEach((stop) => stop());
  }, [roomId]);
  useEffect(showMicrophone, [isMuted]);
  useEffect(() => startCalls(queries), [queries]);
  useLive((event) => {
    signalGroup(queries, event);
    handleVoiceEvent(queries, event);
    handleCallEvent(event);
  });
  return (
    <>
      {call === null ? null : <VoiceBar call={call} />}
      <IncomingCall />
    </>
  );
}
