import { useEffect } from 'react'
import { useStore } from '../api/store.ts'
import { useBranding } from '../shell/Branding.tsx'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { unread } from './unreadInTitle.ts'

/** Sets the title of the browser's tab: "Documents · Saraswati Hall", or "(3) Documents · …" with three unread things. */
export const useDocumentTitle = (title: string): void => {
  const { chat = 0, notices = 0 } = useStore(unread)
  const count = chat + notices
  const full = (count ? `(${count}) ` : '') + useWords(webEn).documentTitle(title, useBranding().systemName)
  useEffect(() => {
    document.title = full
  }, [full])
}
