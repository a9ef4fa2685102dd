import { useAction, usePages } from '#web/api/queryClient.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { formatInstant, useWords } from '#web/words.ts'
import { accountsApi } from '../accounts.contract.ts'
import { accountMenuEn } from '../accounts.menu.en.ts'
import type { Session } from '../accounts.replies.contract.ts'

/** Lists every session of this account, and ends them. */
export const SessionsDialog = ({ onClose }: { onClose: () => void }) => {
  const words = useWords(accountMenuEn).sessions
  const sessions = usePages(accountsApi.sessions)
  const others = sessions.items.filter((each) => !each.isCurrent).length
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <Loaded of={sessions} skeleton={<ListSkeleton rows={2} />} failed={words.loadFailed}>
        {() => (
          <>
            <ul aria-label={words.list}>
              {sessions.items.map((each) => (
                <SessionRow key={each._id} session={each} />
              ))}
            </ul>
            <LoadMore of={sessions} />
            {others === 0 ? <p className="mt-4 text-muted">{words.onlyHere}</p> : <EndOthers />}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const SessionRow = ({ session }: { session: Session }) => {
  const words = useWords(accountMenuEn).sessions
  const end = useAction(accountsApi.endSession, {
    failure: words.endFailed,
    onSuccess: () => toast.success(words.ended),
  })
  const device = session.device || words.unknownDevice
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3 last:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {device}
          {session.isCurrent && <Badge tone="success">{words.current}</Badge>}
        </p>
        <p className="text-muted text-sm">{words.lastUsed(formatInstant(session.lastUsedAt))}</p>
        <p className="text-muted text-sm">{words.signedIn(formatInstant(session.createdAt))}</p>
      </div>
      {!session.isCurrent && (
        <Button aria-label={words.endOf(device)} isPending={end.isPending} onPress={() => end.mutate({ params: { id: session._id } })}>
          {words.end}
        </Button>
      )}
    </li>
  )
}

const EndOthers = () => {
  const words = useWords(accountMenuEn).sessions
  const endOthers = useAction(accountsApi.endOtherSessions, {
    failure: words.endFailed,
    onSuccess: () => toast.success(words.othersEnded),
  })
  return (
    <DialogActions>
      <Button isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
        {words.endOthers}
      </Button>
    </DialogActions>
  )
}
