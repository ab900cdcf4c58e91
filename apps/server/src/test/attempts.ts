import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Sets the number of attempts of a subject. All of them have the current time. */
export async function addAttempts(
  { clock, services }: TestApp,
  subject: string,
  count: number,
): Promise<void> {
  const now = clock.now()
  await sql`insert into attempt (subject, times, was_admitted, expires_at)
    values (${subject}, array_fill(${now}::timestamptz, array[${count}::int]), true, ${now}::timestamptz + interval '1 day')
    on conflict (subject) do update set times = excluded.times`.execute(services.database.db)
}
