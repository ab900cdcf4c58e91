import '../../ui/styles-app.ts'
import { CallError } from '@pontic/client'
import { warmLevelReader } from '@pontic/viewer/workers'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { queries } from '../../frame/cache.ts'
import { useFailureText } from '../../frame/failures.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { ThemeToggle } from '../../ui/ThemeToggle.tsx'
import { CaseViewer } from './CaseViewer.tsx'
import css from './OpenPreviewPage.module.css'
import { findPass, type PreviewKey, readProgress, storePass, watchPreview } from './preview-link.ts'
import { type OpenedLink, openWithPrefetch } from './preview-prefetch.ts'
import { parsePreviewToken } from './preview-token.ts'
import type { ViewerFile } from './scan-plan.ts'
import { previewAddress } from './view-address.ts'

const PreviewPassword = lazy(async () => ({
  default: (await import('./PreviewPassword.tsx')).PreviewPassword,
}))

/** Returns the query that opens a link. It never becomes stale, because each request counts as a view. */
const opening = (token: string, pass: string | undefined) => ({
  queryKey: ['previews', 'previews.open', token, pass],
  queryFn: ({ signal }: { signal: AbortSignal }) => openWithPrefetch({ token, pass }, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

// Starts the first call, the worker that reads levels and the graphics before the page is rendered.
const firstToken = parsePreviewToken(location.hash)
if (firstToken !== undefined) void queries.prefetchQuery(opening(firstToken, findPass(firstToken)))
warmLevelReader()
CaseViewer.prepare()

/**
 * Shows the scans of a case to everybody with a preview link (requirement 2.route.open.preview3d). The page reads only the
 * fragment of its address.
 */
export function OpenPreviewPage() {
  const fragment = useSyncExternalStore(subscribeToFragment, () => location.hash)
  const token = parsePreviewToken(fragment)
  // The key resets the page when another link is opened in the same tab.
  return token ? <Preview key={token} token={token} /> : <IncompleteLink />
}

function Preview({ token }: { token: string }) {
  const t = useTexts('viewer.preview')
  const textOf = useFailureText()
  const [pass, setPass] = useState(() => findPass(token))
  const { data, error: openError, refetch } = useQuery(opening(token, pass), queries)
  const [invalidError, setInvalidError] = useState<unknown>()
  const error = openError ?? invalidError
  const failure = useMemo(() => (error ? textOf(error) : undefined), [error, textOf])
  const unlock = (newPass: string) => {
    storePass(token, newPass || undefined)
    setPass(newPass || undefined)
    setInvalidError(undefined)
    if (newPass === '') void refetch()
  }
  if (data && !invalidError)
    return <OpenedCase token={token} pass={pass} opened={data} onInvalid={setInvalidError} />
  if (failure?.key === 'preview.password_needed')
    return (
      <Frame>
        <Suspense>
          <PreviewPassword token={token} onPass={unlock} />
        </Suspense>
      </Frame>
    )
  return (
    <Frame>
      {failure?.key === 'preview.link_invalid' || failure?.key === 'preview.link_revoked' ? (
        <EmptyState
          drawing="broken"
          title={t(failure.key === 'preview.link_revoked' ? 'revoked' : 'invalid')}
          text={failure.message}
        />
      ) : failure ? (
        <ErrorState message={failure.message} requestId={failure.requestId} onRetry={() => void refetch()} />
      ) : (
        <p className="only-read" role="status">
          {t('loading')}
        </p>
      )}
    </Frame>
  )
}

/**
 * Returns the scans of a link with their latest state, which is read again after each change event.
 * @param onInvalid called with the error once the link is no longer valid
 */
function useCurrentFiles(
  { token, pass }: PreviewKey,
  files: readonly ViewerFile[],
  onInvalid: (error: unknown) => void,
): readonly ViewerFile[] {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['previews', 'previews.progress', token, pass],
      queryFn: ({ signal }) => readProgress({ token, pass }, signal),
      enabled: false,
      retry: false,
    },
    queries,
  )
  useEffect(() => {
    const leaving = new AbortController()
    void watchPreview({ token, pass }, () => void refetch(), leaving.signal)
    return () => leaving.abort()
  }, [token, pass, refetch])
  useEffect(() => {
    if (error instanceof CallError && error.key.startsWith('preview.')) onInvalid(error)
  }, [error, onInvalid])
  return useMemo(() => {
    const meshes = new Map(data?.files.map(({ id, mesh }) => [id, mesh]))
    const shown = data ? files.filter(({ id }) => meshes.has(id)) : files
    return shown.map((file) => ({ ...file, mesh: meshes.get(file.id) ?? file.mesh ?? null }))
  }, [files, data])
}

function OpenedCase(props: PreviewKey & { opened: OpenedLink; onInvalid: (error: unknown) => void }) {
  const t = useTexts('viewer.preview')
  const common = useTexts('common')
  const { moment } = useFormats()
  const { token, pass, opened } = props
  const { source } = opened
  const { number, expiresAt, allowsTools } = opened.preview
  const files = useCurrentFiles({ token, pass }, opened.files, props.onInvalid)
  const address = useMemo(() => previewAddress(token), [token])
  const about = (
    <>
      <h1 className="figures">{common('label.caseNumber', { number })}</h1>
      <p className="meta">
        <time dateTime={expiresAt}>{t('until', { moment: moment(expiresAt) })}</time>
      </p>
    </>
  )
  return (
    <Frame about={about}>
      <CaseViewer
        files={files}
        source={source}
        caseNumber={number}
        hasTools={allowsTools}
        address={address}
      />
    </Frame>
  )
}

function IncompleteLink() {
  const t = useTexts('viewer.preview')
  return (
    <Frame>
      <EmptyState drawing="broken" title={t('invalid')} text={t('incomplete')} />
    </Frame>
  )
}

/** The page with its header. @param props.about the heading with the case; without it the screen's title is the heading */
function Frame({ about, children }: { about?: ReactNode; children: ReactNode }) {
  const t = useTexts('screens')
  return (
    <div className={css.preview}>
      <header>
        <Wordmark />
        <div className={css.previewAbout}>{about ?? <h1 className="only-read">{t('openPreview')}</h1>}</div>
        <div className={css.previewChoices}>
          <LanguageSelect />
          <ThemeToggle />
        </div>
      </header>
      {children}
    </div>
  )
}

function subscribeToFragment(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
