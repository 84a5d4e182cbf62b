#!/bin/sh
# Заводит хранилище respa в MinIO и ключ respa, который может в нём читать, писать, удалять и перечислять, и больше нигде ничего. Можно запускать снова.
set -eu
until mc alias set s3 http://s3:9000 root "$ROOT_PASSWORD" > /dev/null; do sleep 1; done
mc mb --ignore-existing s3/respa
cat > /tmp/policy.json << 'JSON'
{
  "Version": "2012-10-17",
  "Statement": [
    { "Effect": "Allow", "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"], "Resource": ["arn:aws:s3:::respa/*"] },
    { "Effect": "Allow", "Action": ["s3:ListBucket", "s3:ListBucketMultipartUploads"], "Resource": ["arn:aws:s3:::respa"] }
  ]
}
JSON
mc admin policy create s3 respa /tmp/policy.json
mc admin user add s3 respa "$SECRET_KEY"
mc admin policy attach s3 respa --user respa || mc admin user info s3 respa | grep -q respa
