import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useConnection } from '../api/connection.ts'
import { refetchOfflineReplies } from '../api/queryClient.ts'
import { booksKey } from '../api/replyDatabase.ts'
import { getSession } from '../api/session.ts'
import { device, tab } from '../api/storages.ts'
import { useStore } from '../api/store.ts'
import { calendarToday, dayThere } from '../api/timeZone.ts'
import { pendingShareKey } from '../sharing/handover.ts'
import { useBranding } from '../shell/Branding.tsx'
import { startPages } from '../shell/startPage.ts'
import { Button } from '../ui/Button.tsx'
import { formatInstantDay, formatTime, useWords } from '../words.ts'
import { answerInstall, followInstallPrompt, type InstallPrompt, installPrompt } from './install.ts'
import { OpenedNotification } from './OpenedNotification.tsx'
import { offlineEn } from './offline.en.ts'
import { isOwnDevice } from './ownDevice.ts'
import { registerWorker, switchTo, waitingVersion } from './serviceWorker.ts'

/** Delays between attempts to reach the server (ms); the last one repeats. */
const waits = [3_000, 5_000, 10_000, 20_000, 30_000]

export type OfflineProps = {
  check: () => Promise<unknown>
  /** Loads the code for books on the device, which this device may have none of. */
  loadBooks: () => Promise<{ onDevice: { reviewBooks: () => Promise<void> } }>
}

/** Calls the server until it answers, sooner when the device reports a network, and then refetches what was shown without it. */
const useReconnect = (isLost: boolean, check: () => Promise<unknown>): void => {
  useEffect(() => {
    if (!isLost) return
    let [tries, timer] = [0, 0]
    const again = (): void => {
      window.clearTimeout(timer)
      void check().then(refetchOfflineReplies, wait)
    }
    const wait = (): void => {
      timer = window.setTimeout(again, waits[Math.min(tries++, waits.length - 1)])
    }
    wait()
    window.addEventListener('online', again)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [isLost, check])
}

const review = async (load: OfflineProps['loadBooks']): Promise<void> => (await load()).onDevice.reviewBooks()

/** An app that stays open looks after its books when the person comes back to it, after this time (ms). */
const REVIEW_PAUSE_MS = 3_600_000

/** Looks after the books on this device when the app is opened, when the connection is back, and when the person comes back to it. */
const useReview = (isLost: boolean, load: OfflineProps['loadBooks']): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the connection decides when, not what
  useEffect(() => {
    let reviewedAt = 0
    const run = (): void => {
      if (device.get(booksKey) === null && !isOwnDevice(getSession()?.user._id ?? '')) return
      reviewedAt = Date.now()
      void review(load).catch(() => undefined)
    }
    const comeBack = () => {
      if (document.visibilityState === 'visible' && Date.now() - reviewedAt > REVIEW_PAUSE_MS) run()
    }
    run()
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [isLost, load])
}

/** Opens what another app has shared before the person signed in. */
const usePendingShare = (): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const key = tab.get(pendingShareKey)
    if (key === null) return
    tab.remove(pendingShareKey)
    void navigate(`/share?key=${encodeURIComponent(key)}`)
  }, [navigate])
}

/** Returns when something was loaded, with the day unless it is today. */
const loadedWhen = (words: typeof offlineEn, at: number): string => {
  const instant = new Date(at).toISOString()
  const time = formatTime(instant)
  return dayThere(instant) === calendarToday() ? words.at(time) : words.on(formatInstantDay(instant), time)
}

/** What can only be read lets presses through to a bar under it. */
const place =
  'pointer-events-none fixed inset-x-2 bottom-(--toasts-above,0.5rem) max-md:bottom-[calc(var(--toasts-above,4rem)+env(safe-area-inset-bottom))] max-md:in-[:root:has([data-bar])]:bottom-[calc(var(--toasts-above,0.5rem)+3.5rem+env(safe-area-inset-bottom))] z-50 flex justify-center print:hidden'
const look = 'flex max-w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-sm shadow-lg'
const withButtons = `${look} pointer-events-auto`

/** Offers to install the app, on the start page only: elsewhere it would cover what the person came for. */
const InstallOffer = ({ prompt }: { prompt: InstallPrompt }) => {
  const words = useWords(offlineEn)
  const { systemName } = useBranding()
  return (
    <div className={`${withButtons} flex-wrap justify-end`}>
      <p className="min-w-0 flex-1 basis-48 wrap-anywhere">{words.offer(systemName)}</p>
      <Button onPress={() => answerInstall(prompt, true)}>{words.install}</Button>
      <Button variant="quiet" onPress={() => answerInstall(prompt, false)}>
        {words.notNow}
      </Button>
    </div>
  )
}

/** Says that there is no connection, and how old the page is; or that a new version is ready; or offers to install the app. Opens pages of notifications. */
export const OfflineHost = ({ check, loadBooks }: OfflineProps) => {
  const words = useWords(offlineEn)
  const connection = useConnection()
  const waiting = useStore(waitingVersion)
  const prompt = useStore(installPrompt)
  const { pathname } = useLocation()
  const isAtStart = startPages.some((page) => page === pathname)
  useEffect(followInstallPrompt, [])
  usePendingShare()
  useEffect(() => void registerWorker().catch(() => undefined), [])
  useReconnect(connection.isLost, check)
  useReview(connection.isLost, loadBooks)
  return (
    <div role="status" className={place}>
      <OpenedNotification />
      {connection.isLost ? (
        <p className={look}>{words.lost(loadedWhen(words, connection.shownFrom))}</p>
      ) : (
        <>
          {waiting && (
            <div className={withButtons}>
              <p>{words.newVersion}</p>
              <Button variant="quiet" onPress={() => switchTo(waiting)}>
                {words.reload}
              </Button>
            </div>
          )}
          {!waiting && prompt && isAtStart && <InstallOffer prompt={prompt} />}
        </>
      )}
    </div>
  )
}
