/** Values of `target_session_attrs` that require a server that accepts writes, as the portal does. */
const writableAttributes = ['read-write', 'primary']

/**
 * Splits a connection URL with several servers, such as `postgresql://role:password@one:5432,two:5432/pontic`, into a URL for each
 * server. libpq writes several servers in the same way, and node-postgres cannot read it. Removes `target_session_attrs`.
 * @returns at least one URL. A text that is not a URL of PostgreSQL is returned unchanged
 * @throws Error without the URL, which contains a password, if it has an empty server or another `target_session_attrs`
 */
export function listServerUrls(url: string): string[] {
  const parts =
    /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?]*@)?)(?<servers>[^/?]*)(?<path>[^?]*)(?<query>\?.*)?$/.exec(
      url,
    )?.groups
  if (parts === undefined) return [url]
  const { start, servers = '', path } = parts
  const query = new URLSearchParams(parts.query)
  const attributes = query.get('target_session_attrs')
  if (attributes !== null && !writableAttributes.includes(attributes))
    throw new Error('target_session_attrs must be read-write, because the portal writes.')
  query.delete('target_session_attrs')
  const names = servers.split(',')
  if (names.length > 1 && names.includes('')) throw new Error('A server of the connection URL is empty.')
  // Without the attribute the query stays as it was written.
  const end = attributes === null ? (parts.query ?? '') : query.size > 0 ? `?${query}` : ''
  return names.map((name) => `${start}${name}${path}${end}`)
}
