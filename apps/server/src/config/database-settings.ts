import * as z from 'zod/mini'
import { listServerUrls } from '../platform/db/server-urls.ts'
import { count, text } from './config-values.ts'
import type { SettingRow } from './node-settings.ts'

/** Connection URL of one or several PostgreSQL servers. */
const databaseAddress = text.check(
  z.refine((value) => {
    try {
      return listServerUrls(value).length > 0
    } catch {
      return false
    }
  }),
)

/** Settings of the connections to PostgreSQL. */
export const databaseSettings = {
  PONTIC_DATABASE_URL: {
    schema: databaseAddress,
    default: undefined,
    secret: true,
    description:
      'Connection URL of PostgreSQL as the role pontic_app. It may name a primary and its standbys, such as postgresql://pontic_app:…@db1:5432,db2:5432/pontic?target_session_attrs=read-write. The node then uses the one that accepts writes (docs/operations/failover.md). sslmode=verify-full encrypts connections (docs/operations/nodes.md).',
  },
  PONTIC_DATABASE_DIRECT_URL: {
    schema: databaseAddress,
    default: '',
    secret: true,
    description:
      'If PONTIC_DATABASE_URL leads to PgBouncer in transaction mode: connection URL of PostgreSQL itself, for locks, notifications and jobs.',
  },
  PONTIC_DATABASE_REPLICA_URL: {
    schema: databaseAddress.check(z.refine((value) => !value.includes(','))),
    default: '',
    secret: true,
    description:
      'Connection URL of one read-only replica, not through PgBouncer. Statistics, exports, and lists of organizations and users in the back office are read from it while it has replayed all changes, and otherwise from PONTIC_DATABASE_URL.',
  },
  PONTIC_DATABASE_OWNER_URL: {
    schema: databaseAddress,
    default: '',
    secret: true,
    description:
      'Connection URL of PostgreSQL as the owner of the database, for migrations, not through PgBouncer. If set, the server migrates at its start.',
  },
  PONTIC_DATABASE_CONNECTIONS: {
    schema: count(2),
    default: '20',
    description:
      'Maximum number of connections of this node to PostgreSQL for requests. Jobs, locks and notifications use some more.',
  },
} as const satisfies Record<string, SettingRow>
