import { expect, test } from 'vitest'
import { listServerUrls } from '../platform/db/server-urls.ts'
import { parseConfig, SettingsError } from './config.ts'
import { settingsTable } from './settings.ts'

const database = { PONTIC_DATABASE_URL: 'postgresql://pontic_app:secret@127.0.0.1/pontic' }
const production = {
  ...database,
  PONTIC_MODE: 'production',
  PONTIC_PUBLIC_URL: 'https://cases.example.com/',
  PONTIC_SMTP_URL: 'smtp://mail.example.com',
  PONTIC_SECRET_KEY: 'a secret of more than thirty-two characters',
}

test('a demo needs only a database', () => {
  const config = parseConfig({ ...database, PONTIC_MODE: 'demo' })
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    hasDocs: true,
  })
})

test('production requires a public address, a mail server, a database and keys of at least 32 characters', () => {
  expect(parseConfig(production).publicUrl).toBe('https://cases.example.com')
  for (const name of ['PONTIC_PUBLIC_URL', 'PONTIC_SMTP_URL', 'PONTIC_SECRET_KEY', 'PONTIC_DATABASE_URL']) {
    expect(() => parseConfig({ ...production, [name]: '' })).toThrow(new RegExp(`${name} is missing`))
  }
  expect(() => parseConfig({ ...production, PONTIC_SMTP_URL: 'mail.example.com' })).toThrow(
    /^PONTIC_SMTP_URL is invalid[^\n]+$/,
  )
  expect(() => parseConfig({ ...production, PONTIC_SECRET_KEY: 'short' })).toThrow(/shorter than 32/)
  const own = 'another secret of more than thirty-two characters'
  expect(parseConfig({ ...production, PONTIC_ENCRYPTION_KEY: own }).encryptionKey).toBe(own)
  expect(parseConfig(production).encryptionKey).toBe(production.PONTIC_SECRET_KEY)
  expect(() => parseConfig({ ...production, PONTIC_ENCRYPTION_KEY: 'short' })).toThrow(
    /ENCRYPTION_KEY is shorter/,
  )
})

test('the demo accepts connections from other machines only when two settings allow it', () => {
  const open = { ...database, PONTIC_MODE: 'demo', PONTIC_HOST: '0.0.0.0' }
  expect(() => parseConfig(open)).toThrow(SettingsError)
  expect(parseConfig({ ...open, PONTIC_DEMO_PUBLIC: 'yes' }).host).toBe('0.0.0.0')
})

test('all invalid settings are named in one message, without their values', () => {
  const wrong = {
    ...database,
    PONTIC_MODE: 'test',
    PONTIC_PORT: '99999',
    PONTIC_PUBLIC_URL: 'ftp://x',
    PONTIC_METRICS_ADDRESS: '127.0.0.1:65536',
    PONTIC_DOCS: 'maybe',
    PONTIC_SMTP_URL: 'mail.example.com',
  }
  expect(() => parseConfig(wrong)).toThrow(
    /PONTIC_MODE.*PONTIC_PORT.*PONTIC_PUBLIC_URL.*PONTIC_SMTP_URL.*PONTIC_DOCS/s,
  )
  expect(() => parseConfig(wrong)).toThrow(/PONTIC_METRICS_ADDRESS/)
  expect(() => parseConfig(wrong)).not.toThrow(/99999|65536|ftp:|maybe|secret/)
})

test('nginx may send files only if its address is a trusted proxy, from a location that ends with a slash', () => {
  const demo = { ...database, PONTIC_MODE: 'demo' }
  const proxy = { PONTIC_TRUSTED_PROXIES: '10.0.0.1' }
  expect(parseConfig(demo).proxyFiles).toBeUndefined()
  expect(parseConfig({ ...demo, ...proxy, PONTIC_PROXY_FILES: '/stored-files/' }).proxyFiles).toBe(
    '/stored-files/',
  )
  expect(() => parseConfig({ ...demo, PONTIC_PROXY_FILES: '/stored-files/' })).toThrow(
    /PONTIC_TRUSTED_PROXIES/,
  )
  for (const path of ['/', '/stored', 'stored/', '/../', 'https://x/'])
    expect(() => parseConfig({ ...demo, ...proxy, PONTIC_PROXY_FILES: path })).toThrow(/PONTIC_PROXY_FILES/)
})

test('every setting has a description', () => {
  for (const row of settingsTable) expect([row.name, row.summary.endsWith('.')]).toEqual([row.name, true])
})

test('the variant is full unless the settings name another one, and an unknown variant is refused', () => {
  const demo = { ...database, PONTIC_MODE: 'demo' }
  expect(parseConfig(demo).variant).toBe('full')
  expect(parseConfig({ ...demo, PONTIC_VARIANT: 'japan' }).variant).toBe('japan')
  expect(() => parseConfig({ ...demo, PONTIC_VARIANT: 'france' })).toThrow(/PONTIC_VARIANT is invalid/)
})

test('the database may be several servers of which one accepts writes, and a replica is one server', () => {
  const demo = { PONTIC_MODE: 'demo' }
  const several = 'postgresql://pontic_app:secret@db1:5432,db2:5433/pontic?target_session_attrs=read-write'
  expect(parseConfig({ ...demo, PONTIC_DATABASE_URL: several }).databaseUrl).toBe(several)
  expect(listServerUrls(several)).toEqual([
    'postgresql://pontic_app:secret@db1:5432/pontic',
    'postgresql://pontic_app:secret@db2:5433/pontic',
  ])
  const socket = 'postgresql://pontic_app:secret@localhost:5432/pontic?host=%2Frun%2Fpostgresql'
  expect(listServerUrls(socket)).toEqual([socket])
  for (const wrong of [several.replace('read-write', 'any'), several.replace('db1:5432', '')])
    expect(() => parseConfig({ ...demo, PONTIC_DATABASE_URL: wrong })).toThrow(
      /PONTIC_DATABASE_URL is invalid/,
    )
  expect(() => parseConfig({ ...demo, ...database, PONTIC_DATABASE_REPLICA_URL: several })).toThrow(
    /PONTIC_DATABASE_REPLICA_URL is invalid/,
  )
})
