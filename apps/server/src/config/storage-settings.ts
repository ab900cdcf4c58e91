import * as z from 'zod/mini'
import { count, keyPrefix, text, webAddress, yesOrNo } from './config-values.ts'
import type { SettingRow } from './node-settings.ts'

/** Settings of where files are stored (decision 0077). */
export const storageSettings = {
  PONTIC_STORAGE: {
    schema: z.enum(['disk', 's3']),
    default: 'disk',
    description:
      'Where files are stored: disk (the folder storage in PONTIC_DATA, which all nodes share) or s3 (a bucket of S3 or a compatible service).',
  },
  PONTIC_STORAGE_ALSO_READS: {
    schema: z.enum(['', 'disk', 's3']),
    default: '',
    description:
      'A second place of files that the portal reads, while the command storage move copies them to PONTIC_STORAGE (docs/operations/move-files.md).',
  },
  PONTIC_S3_ENDPOINT: {
    schema: z.optional(webAddress),
    default: undefined,
    description:
      'Address of the S3 service, such as https://s3.example.com; by default Amazon’s in PONTIC_S3_REGION.',
  },
  PONTIC_S3_PUBLIC_ENDPOINT: {
    schema: z.optional(webAddress),
    default: undefined,
    description:
      'Address of the S3 service for browsers, with PONTIC_S3_REDIRECT; by default PONTIC_S3_ENDPOINT.',
  },
  PONTIC_S3_REGION: { schema: text, default: 'us-east-1', description: 'Region of the bucket.' },
  PONTIC_S3_BUCKET: {
    schema: text,
    default: '',
    description: 'Name of the bucket, which exists and is not public.',
  },
  PONTIC_S3_PREFIX: {
    schema: keyPrefix,
    default: '',
    description: 'Beginning of all keys with a slash at its end, such as pontic/.',
  },
  PONTIC_S3_ACCESS_KEY: {
    schema: text,
    default: '',
    description:
      'Id of the access key. It lists the bucket and its multipart uploads, reads its versioning, and reads, writes and deletes objects. Without it the role of the machine is used.',
  },
  PONTIC_S3_SECRET_KEY: {
    schema: text,
    default: '',
    secret: true,
    description: 'Secret of the access key.',
  },
  PONTIC_S3_PATH_STYLE: {
    schema: yesOrNo,
    default: 'yes',
    description: 'Whether the bucket is part of the path (yes) or of the host name (no).',
  },
  PONTIC_S3_ENCRYPTION: {
    schema: z.enum(['none', 'AES256', 'aws:kms']),
    default: 'none',
    description:
      'Encryption that the service is asked for: none (the default of the bucket), AES256 (SSE-S3) or aws:kms (SSE-KMS).',
  },
  PONTIC_S3_KMS_KEY: {
    schema: text,
    default: '',
    description: 'Id of the key for aws:kms; by default the key of the bucket.',
  },
  PONTIC_S3_REDIRECT: {
    schema: yesOrNo,
    default: 'no',
    description:
      'Whether a browser downloads a file directly from the bucket, by a URL that is valid for 60 seconds. The portal checks access when a download starts, but cannot abort it later. The URL contains the name of the file, so the logs of the service contain it, too.',
  },
  PONTIC_S3_TIMEOUT: {
    schema: count(1),
    default: '30',
    description:
      'Seconds without an answer of the S3 service after which a request is repeated. A copy within the service has four times as long. A small request fails after 10 seconds with its repetitions.',
  },
} as const satisfies Record<string, SettingRow>
