/** A column of encrypted secrets. `key`: the column that identifies the row. */
export type EncryptedColumn = {
  table: string
  key: string
  column: string
  /** Returns the context with which a row's secret is encrypted. @param key value of the key column */
  contextOf: (key: string) => string
}

/** All columns with secrets that the installation's key encrypts. The contexts cannot change: stored values depend on them. */
export const encryptedColumns = {
  totp: {
    table: 'totp',
    key: 'account_id',
    column: 'secret_encrypted',
    contextOf: (accountId: string) => `totp ${accountId}`,
  },
  pull: {
    table: 'pull_setting',
    key: 'id',
    column: 'secrets',
    contextOf: (settingId: string) => `pull ${settingId}`,
  },
  push: {
    table: 'push_setting',
    key: 'id',
    column: 'secrets',
    contextOf: (settingId: string) => `push ${settingId}`,
  },
  pushKey: { table: 'push_key', key: 'id', column: 'private_sealed', contextOf: () => 'push key' },
} as const satisfies Record<string, EncryptedColumn>
