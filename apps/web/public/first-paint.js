// Sets the chosen theme, interface size and language before the first paint, so that the page does not flash and Chinese, Japanese
// and Korean texts get their glyphs. Modules run too late.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const chosen = read('pontic.theme')
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  root.style.colorScheme = isDark ? 'dark' : 'light'
  const language = /(?:^|;\s*)language=([a-z]{2})_([A-Z]{2})/.exec(document.cookie)
  if (language) root.lang = `${language[1]}-${language[2]}`
  root.dataset.size = read('pontic.size') ?? 'medium'
  // For the frame that is shown before the first screen. The width is `wideEnoughPx` of Shell.tsx.
  root.dataset.menu = (read('pontic.menu') ?? String(innerWidth >= 1080)) === 'true' ? 'open' : 'closed'
})()

// Opens a preview link and requests the coarse levels of its first scans while the scripts of its page load
// (preview-prefetch.ts). The page uses the responses instead of requests of its own.
;(() => {
  const isPreview = /^\/open\/preview3d\/?$/i.test(location.pathname)
  const [, token] = (isPreview && /^#([A-Za-z0-9_-]{20,256})(?:~|$)/.exec(location.hash)) || []
  if (!token) return
  let pass
  try {
    pass = JSON.parse(sessionStorage.getItem(`pontic.preview.${token.slice(0, 22)}`)) ?? undefined
  } catch {
    // Without storage the page asks for the password.
  }
  const headers = { 'x-preview-token': token, 'accept-language': document.documentElement.lang }
  if (pass !== undefined) headers['x-preview-pass'] = pass
  // Without cookies, which these calls do not need, the browser uses another connection. On those of the page, the requests
  // would wait for the scripts.
  const get = (path, accept) =>
    fetch(path, { headers: { ...headers, accept }, cache: 'no-store', credentials: 'omit' })
  const opened = get('/restful/open/preview3d', 'application/json')
  const levels = {}
  const requested = opened.then(async (response) => {
    if (!response.ok) return
    const { data } = await response.clone().json()
    const scans = data.files.filter(({ mesh }) => mesh?.levels.length > 0)
    for (const { id, mesh } of scans.slice(0, 2)) {
      const { level } = mesh.levels[0]
      const bytes = get(`/restful/open/preview3d/meshes/${id}/levels/${level}`, '*/*')
      bytes.catch(() => {})
      levels[`${id} ${level}`] = bytes
    }
  })
  requested.catch(() => {})
  window.earlyPreview = { token, pass, opened, requested, levels }
})()

// Requests the data of a screen while its scripts load (early-replies.ts): the case and the coarse levels of its first scans, or the
// first page of the case list. Like every call, these have the token of the stored session. The page uses a response only for the
// same token, and that of the list only for the same body.
;(() => {
  const [, id] =
    /^\/order\/detail\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/.exec(location.pathname) || []
  const isAnyList = /^\/order\/list\/?$/.test(location.pathname)
  const isList = isAnyList && location.search === ''
  if (!id && !isAnyList) return
  let session
  try {
    const key = 'pontic.session'
    session = JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key))
  } catch {
    // Without storage nobody is signed in.
  }
  // For the frame.
  if (session) document.documentElement.dataset.organization = session.organization_type
  if (!id && !isList) return
  // An expired token is refreshed by the page.
  if (!session || session.two_factor_needed || !(session.expires > Date.now() + 10_000)) return
  const authorization = `Bearer ${session.access_token}`
  const language = document.documentElement.lang || 'en-US'
  const responses = {}
  const send = (path, accept, { etag, body } = {}) =>
    fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization,
        accept,
        'accept-language': language,
        ...(etag ? { 'if-none-match': etag } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body,
      cache: 'no-store',
      credentials: 'omit',
    })
  // Levels that were opened before are stored (level-store.ts). The server checks the permission for every use.
  const find = (path) =>
    caches
      .open(`pontic-levels-${session.account_id}`)
      .then((store) => store.match(path, { ignoreVary: true }))
  const sendKnown = async (path) => {
    const known = typeof caches === 'undefined' ? undefined : await find(path).catch(() => {})
    const response = await send(path, '*/*', { etag: known?.headers.get('etag') })
    return known && response.status === 304 ? known : response
  }
  const keep = (path, response) => {
    response.catch(() => {})
    responses[path] = response
    return response
  }
  window.earlyReplies = { authorization, responses }
  if (isList) {
    const [path, body] = ['/restful/orders/list', '{"page":1,"pageSize":25,"totalMax":0}']
    keep(`${path} ${body}`, send(path, 'application/json', { body }))
    return
  }
  const casePath = `/restful/orders/${id}`
  window.earlyReplies.requested = keep(casePath, send(casePath, 'application/json')).then(
    async (response) => {
      if (!response.ok) return
      const { data } = await response.clone().json()
      const roles = ['upper', 'lower', 'bite', 'preparation']
      const placeOf = ({ role }) => (roles.includes(role) ? roles.indexOf(role) : roles.length)
      const scans = data.files.filter(({ state, mesh }) => state === 'verified' && mesh?.levels.length > 0)
      for (const file of scans.sort((one, other) => placeOf(one) - placeOf(other)).slice(0, 2)) {
        const path = `${casePath}/meshes/${file.id}/levels/${file.mesh.levels[0].level}`
        keep(path, sendKnown(path))
      }
    },
    () => {},
  )
})()
