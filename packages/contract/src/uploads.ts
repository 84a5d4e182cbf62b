/**
 * Resumable uploads use tus 1.0 (https://tus.io/protocols/resumable-upload) at this path, with the
 * bearer header: POST starts one, PATCH sends bytes,
 * HEAD returns how many have arrived, DELETE cancels it. `Upload-Metadata` contains the `purpose`
 * and the `filename`. The last part of the address is the upload's id:
 * the call that takes files of that purpose takes it instead of bytes.
 */
export const UPLOADS_PATH = '/api/uploads';
export const UPLOAD_PURPOSES = ['cloud', 'apk', 'video', 'message'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];
