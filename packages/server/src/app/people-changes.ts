import { deleteAdminData } from '#features/admin/service.ts';
import { deleteCatalogueData } from '#features/catalogue/service.ts';
import { announceDeletion } from '#features/chats/account-deletion.ts';
import { notifyPartners, partStreams } from '#features/chats/service.ts';
import { deleteClassifiedsData } from '#features/classifieds/service.ts';
import { deleteCloudData, revokeMutualGrants } from '#features/cloud/service.ts';
import { deleteCommunityData } from '#features/communities/account-deletion.ts';
import { eraseExport } from '#features/export/service.ts';
import { deleteUsed, removeMediaOf, removeUploadsOf } from '#features/media/service.ts';
import { withdraw } from '#features/notifications/service.ts';
import { keepDepartures, notifyReturn } from '#features/people/service.ts';
import { deleteVotesOf } from '#features/polls/service.ts';
import { deletePromoData } from '#features/promos/service.ts';
import { deleteReactionsOf, listObjectsOf } from '#features/reactions/service.ts';
import { deleteReporter } from '#features/reports/service.ts';
import { deleteStickerData } from '#features/stickers/service.ts';
import { forgetSender } from '#features/support/service.ts';
import { deleteVideohostData } from '#features/videohost/account-deletion.ts';
import type { AppContext } from '#platform/runtime/app-context.ts';

export function connectPeople(context: AppContext): void {
  context.signals.on('peopleLeft', (left) => keepDepartures(context, left));
  context.signals.on('peopleBack', ({ ids }) => notifyReturn(context, ids));
  context.signals.on('presenceChanged', (change) => notifyPartners(context, change));
  context.signals.on('personBlocked', async ({ tx, after, by, other }) => {
    await withdraw(context, tx, after, { pair: [by, other] });
    await revokeMutualGrants(tx, by, other);
    after(() => partStreams(context, by, other));
  });
}

/** Deletes what each feature has about a person whose account is erased. */
export function eraseAccounts(context: AppContext): void {
  context.signals.on('accountErased', async ({ tx, after, userId }) => {
    await announceDeletion(context, tx, after, userId);
    await withdraw(context, tx, after, {
      objects: [...(await listObjectsOf(tx, userId)), ...(await deleteCloudData(tx, userId))],
    });
    await deleteCommunityData(context, tx, after, userId);
    await deleteCatalogueData(tx, userId);
    await deleteVideohostData(context, tx, after, userId);
    await deleteClassifiedsData(context, tx, after, userId);
    await deletePromoData(context, tx, after, userId);
    await deleteReactionsOf(tx, userId);
    await deleteVotesOf(tx, userId);
    await forgetSender(tx, userId);
    await deleteReporter(tx, userId);
    await deleteAdminData(tx, userId);
    await deleteStickerData(context, tx, userId);
    await removeMediaOf(context, tx, after, { ownerId: userId });
    await deleteUsed(tx, userId);
    await removeUploadsOf(context, tx, userId);
    await eraseExport(context, tx, userId);
  });
}
