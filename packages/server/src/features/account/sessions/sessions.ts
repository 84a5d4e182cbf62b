import { DAY_SECONDS } from '@respa/contract/durations';
import { MAX_SESSION_DAYS, SESSION_DAYS } from '@respa/contract/account-limits';
import { appError } from '@respa/contract/app-errors';
import { nowMs, secondsFromNow } from '#platform/runtime/clock.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';
import { hashSecret, newId, newSecret } from '#platform/runtime/ids.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/http/serve.ts';
import { transaction } from '#platform/database/transaction.ts';
import { readAdmin } from '../admin.ts';
import * as sessionQueries from './session-queries.ts';
import { makeTokenCache } from './token-cache.ts';

const TOUCH_MS = 5 * 60_000;

export type NewSession = { token: string; mediaToken: string; sessionId: string };
export type Sessions = {
  find(token: string): Promise<Viewer | null>;
  findByMediaToken(token: string): Promise<string | null>;
  open(tx: Tx, userId: string, device: string): Promise<NewSession>;
  rotate(token: string): Promise<{ viewer: Viewer; token: string; mediaToken: string } | null>;
  /** Ends sessions and, at once, the live streams that they opened. */
  end(userId: string, which: { only?: string; except?: string }): Promise<string[]>;
  /** Clears what is cached about a person, after the commit of a change. */
  forget(userId: string): void;
  /**
   * Closes the streams of ended sessions; part of `end`, for callers that delete sessions in their
   * own transaction.
   */
  dropEnded(userId: string, ids: string[]): void;
  /** Ends sessions that were not used for long, or that began too long ago. */
  sweep(): Promise<void>;
};

/**
 * Tokens of one session that are valid at once: lost answers and other tabs still hold older ones.
 */
const MAX_TOKENS = 5;

const aliveSince = (): sessionQueries.AliveSince => ({
  used: secondsFromNow(-SESSION_DAYS * DAY_SECONDS),
  begun: secondsFromNow(-MAX_SESSION_DAYS * DAY_SECONDS),
});

/**
 * Opaque tokens: only their hash is stored. What a token resolves to is cached for half a minute
 * and cleared at once on any change, at every instance.
 */
export function makeSessions(context: AppContext): Sessions {
  const viewers = makeTokenCache<Viewer>(context.bus, (viewer) => viewer.id);
  const mediaUsers = makeTokenCache<string>(context.bus, (userId) => userId);
  const forget = (userId: string) => {
    viewers.forget(userId);
    mediaUsers.forget(userId);
  };
  context.bus.subscribe('sessions.forget', forget);
  const sessions: Sessions = {
    async find(token) {
      const hash = hashSecret(token);
      const key = hash.toString('latin1');
      const cached = viewers.get(key);
      if (cached !== undefined) return cached;
      const keep = viewers.begin();
      const row = await sessionQueries.findToken(context.db, hash, aliveSince());
      if (row === undefined) return null;
      if (row.first_used_at === null)
        await sessionQueries.markTokenUsed(context.db, hash, row.session_id, row.turn);
      if (nowMs() - row.used_at.getTime() > TOUCH_MS)
        await sessionQueries.touchSession(context.db, row.session_id);
      const viewer = viewerOf(context, row);
      keep(key, viewer);
      return viewer;
    },
    async findByMediaToken(token) {
      const hash = hashSecret(token);
      const key = hash.toString('latin1');
      const cached = mediaUsers.get(key);
      if (cached !== undefined) return cached;
      const keep = mediaUsers.begin();
      const row = await sessionQueries.findByMediaHash(context.db, hash, aliveSince());
      if (row === undefined) return null;
      keep(key, row.user_id);
      return row.user_id;
    },
    open: openSession,
    rotate: (token) => rotateToken(context, token),
    async end(userId, which) {
      const ids = await sessionQueries.deleteSessions(context.db, userId, which);
      if (which.only !== undefined && ids.length === 0) throw appError('not_found');
      sessions.dropEnded(userId, ids);
      return ids;
    },
    dropEnded(userId, ids) {
      sessions.forget(userId);
      for (const id of ids) context.live.endTagged(`session:${id}`);
    },
    async sweep() {
      for (const { id, user_id: userId } of await sessionQueries.deleteOldSessions(
        context.db,
        aliveSince(),
      ))
        sessions.dropEnded(userId, [id]);
    },
    forget(userId) {
      forget(userId);
      context.bus.publish('sessions.forget', userId, 'surely');
    },
  };
  return sessions;
}

const viewerOf = ({ config }: AppContext, row: sessionQueries.TokenRow): Viewer => ({
  id: row.user_id,
  sessionId: row.session_id,
  isActivated: row.activated_at !== null,
  ...readAdmin(config, row),
});

async function openSession(tx: Tx, userId: string, device: string): Promise<NewSession> {
  const token = newSecret();
  const mediaToken = newSecret();
  const sessionId = newId();
  await sessionQueries.insertSession(tx, {
    id: sessionId,
    user_id: userId,
    media_hash: hashSecret(mediaToken),
    device,
  });
  await sessionQueries.insertToken(tx, { hash: hashSecret(token), session_id: sessionId, turn: 1 });
  return { token, mediaToken, sessionId };
}

/** Gives a session its next token; null if the token is not valid. */
const rotateToken = (
  context: AppContext,
  token: string,
): Promise<{ viewer: Viewer; token: string; mediaToken: string } | null> =>
  transaction(context, async (tx) => {
    const row = await sessionQueries.findToken(tx, hashSecret(token), aliveSince());
    if (row === undefined || (await sessionQueries.lockSession(tx, row.session_id)) === undefined)
      return null;
    await sessionQueries.deleteDeadTokens(tx, row.session_id);
    const next = newSecret();
    const mediaToken = newSecret();
    const turn = await sessionQueries.lastTurn(tx, row.session_id);
    await sessionQueries.turnMediaHash(tx, row.session_id, { turn, hash: hashSecret(mediaToken) });
    await sessionQueries.insertToken(tx, {
      hash: hashSecret(next),
      session_id: row.session_id,
      turn: turn + 1,
    });
    await sessionQueries.deleteTokensBefore(tx, row.session_id, {
      turn: turn + 2 - MAX_TOKENS,
      except: row.turn,
    });
    await sessionQueries.touchSession(tx, row.session_id);
    return { viewer: viewerOf(context, row), token: next, mediaToken };
  });

/** Returns a device name that its owner recognises: browser and system. */
export function deviceOf(userAgent: string | undefined): string {
  const agent = userAgent ?? '';
  const browser = /YaBrowser/.test(agent)
    ? 'Яндекс Браузер'
    : /Edg\//.test(agent)
      ? 'Edge'
      : /OPR\//.test(agent)
        ? 'Opera'
        : /Firefox\//.test(agent)
          ? 'Firefox'
          : /Chrom(e|ium)\//.test(agent)
            ? 'Chrome'
            : /Safari\//.test(agent)
              ? 'Safari'
              : 'Браузер';
  const system = /Android/.test(agent)
    ? 'Android'
    : /iPhone|iPad/.test(agent)
      ? 'iOS'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS X/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : 'неизвестная система';
  return `${browser}, ${system}`;
}
