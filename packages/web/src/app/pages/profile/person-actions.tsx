import { PersonMenu, type Profile } from '#features/profile/parts.ts';
import { WriteButton } from '#features/chats/parts.ts';
import { RelationButton, UnblockButton } from '#features/people/parts.ts';
import { IconMessage2 } from '#ui/icons.ts';

type PersonActionsProps = { id: string; name: string; profile: Profile };
/** What a member does on the page of another person. */
export function PersonActions({ id, name, profile }: PersonActionsProps) {
  return (
    <>
      {profile.standing.mayWrite ? (
        <WriteButton
          id={id}
          icon={<IconMessage2 size={18} aria-hidden="true" />}
          isPrimary={profile.relation === 'friends'}
        />
      ) : null}
      {profile.standing.isBlocked ? (
        <UnblockButton id={id} />
      ) : profile.standing.isSuspended && profile.relation === 'none' ? null : (
        <RelationButton id={id} name={name} relation={profile.relation} />
      )}
      <PersonMenu profile={profile} />
    </>
  );
}
