import type { LegalLinkName } from '@pontic/contract'
import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '../frame/i18n.tsx'

type Links = readonly (readonly [LegalLinkName, string])[]

let fetched: Promise<Links> | undefined

const fetchLinks = (): Promise<Links> => {
  fetched ??= fetch('/legal-links.json')
    .then((reply): Promise<Links> | Links => (reply.ok ? reply.json() : []))
    .catch(() => [])
  return fetched
}

/** Links to the legal pages of the operator, in the foot of every page. Empty if the operator has configured none. */
export function LegalLinks() {
  const t = useTexts('shell.legal')
  const { language } = useLanguage()
  const [links, setLinks] = useState<Links>([])
  useEffect(() => void fetchLinks().then(setLinks), [])
  return links.map(([name, url]) => (
    <a
      key={name}
      className="text-link"
      href={url.replaceAll('{language}', language)}
      target="_blank"
      rel="noreferrer"
    >
      {t(name)}
    </a>
  ))
}
