import { archOf, type FileRole, type Tooth, teeth } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'

type Arch = 'upper' | 'lower'

/** Roles of scans whose picture can represent a case, best first, by the arch of the prescription. */
const rolesByArch: Record<Arch, readonly FileRole[]> = {
  upper: ['upper', 'preparation', 'lower', 'gingiva', 'scanBody', 'antagonist', 'bite', 'other'],
  lower: ['lower', 'preparation', 'upper', 'gingiva', 'scanBody', 'antagonist', 'bite', 'other'],
}

/**
 * Sets the scan whose picture represents an order. Prefers a scan of the arch of the prescription. Only scans of the
 * clinic qualify, because everybody who sees the order may see them. Without a scan the order has no picture.
 */
export async function chooseScreenshot(tx: Tx, orderId: string): Promise<void> {
  const files = await tx
    .selectFrom('order_file as f')
    .innerJoin('mesh as m', 'm.key', 'f.mesh_key')
    .select(['f.id', 'f.role'])
    .where('f.order_id', '=', orderId)
    .where('f.party', '=', 'clinic')
    .where('f.state', '=', 'verified')
    .where('f.removed_at', 'is', null)
    .where('m.has_picture', '=', true)
    .orderBy('f.id')
    .execute()
  const roles = rolesByArch[await preparedArch(tx, orderId)]
  const rank = (role: FileRole) => (roles.indexOf(role) + roles.length + 1) % (roles.length + 1)
  const best = files.toSorted((a, b) => rank(a.role) - rank(b.role))[0]
  await tx
    .updateTable('orders')
    .set({ picture_file_id: best?.id ?? null })
    .where('id', '=', orderId)
    .where(sql<boolean>`picture_file_id is distinct from ${best?.id ?? null}::uuid`)
    .execute()
}

/**
 * Returns the arch that the first prescription names, else the arch with most of the teeth of all prescriptions, else the upper arch.
 */
async function preparedArch(tx: Tx, orderId: string): Promise<Arch> {
  const row = await tx
    .selectFrom('prescription')
    .select(['body', 'more'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  type Body = { items?: { tooth: Tooth }[]; arch?: string | null }
  const bodies = row === undefined ? [] : [row.body as Body, ...(row.more as Body[])]
  const named = bodies[0]?.arch
  if (named === 'upper' || named === 'lower') return named
  const arches = bodies
    .flatMap(({ items }) => items ?? [])
    .filter(({ tooth }) => teeth.includes(tooth))
    .map(({ tooth }) => archOf(tooth))
  return arches.filter((arch) => arch === 'lower').length > arches.length / 2 ? 'lower' : 'upper'
}

/** Updates the pictures of all orders that have a scan with this mesh, and notifies their open pages. */
export async function updateScreenshotsOf(tx: Tx, key: Buffer): Promise<void> {
  const cases = await tx
    .selectFrom('order_file as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .select(['o.id', 'o.clinic_id', 'o.lab_id'])
    .distinct()
    .where('f.mesh_key', '=', key)
    .where('f.removed_at', 'is', null)
    .orderBy('o.id')
    .execute()
  for (const one of cases) {
    await chooseScreenshot(tx, one.id)
    const shared = await tx
      .selectFrom('order_share as s')
      .innerJoin('account as a', 'a.id', 's.account_id')
      .select('a.organization_id')
      .where('s.order_id', '=', one.id)
      .execute()
    await notifyChange(tx, {
      feature: 'orders',
      id: one.id,
      organizationIds: [
        one.clinic_id,
        ...(one.lab_id === null ? [] : [one.lab_id]),
        ...shared.map((row) => row.organization_id),
      ],
    })
  }
}
