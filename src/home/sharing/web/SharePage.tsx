import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Conversation } from '#chat/conversations/conversations.shapes.contract.ts'
import { may } from '#contract/endpoint.ts'
import { documentsApi } from '#library/documents/documents.contract.ts'
import { useSession } from '#web/api/session.ts'
import { tab } from '#web/api/storages.ts'
import { attachTo, draftOf, handOver, pendingShareKey, uploadForm } from '#web/sharing/handover.ts'
import { startPage } from '#web/shell/startPage.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { useDocumentTitle } from '#web/ui/useDocumentTitle.ts'
import { formatBytes, useWords } from '#web/words.ts'
import { sharingEn } from '../sharing.en.ts'
import { ChatChoice } from './ChatChoice.tsx'
import { forgetShare, readShare, type Share } from './shares.ts'

const isPdf = ({ type }: File): boolean => type === 'application/pdf'

const Files = ({ files, text }: Pick<Share, 'files' | 'text'>) => {
  const words = useWords(sharingEn)
  return (
    <>
      {files.length > 0 && (
        <ul aria-label={words.files} className="flex flex-col gap-1">
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none of them moves
            <li key={at} className="flex items-baseline gap-2">
              <span dir="auto" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
                {file.name}
              </span>
              <span className="shrink-0 text-muted text-sm tabular-nums">{formatBytes(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      {text !== '' && (
        <section aria-label={words.text}>
          <p dir="auto" className="line-clamp-4 rounded-lg bg-tint p-3 whitespace-pre-line wrap-anywhere">
            {text}
          </p>
        </section>
      )}
    </>
  )
}

const Problems = ({ problems }: Pick<Share, 'problems'>) => {
  const words = useWords(sharingEn).problems
  if (problems.length === 0) return null
  return (
    <Notice tone="error">
      <ul>
        {problems.map(({ name, problem }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none of them moves
          <li key={at} className="wrap-anywhere">
            {words[problem](name)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The choice of a signed-in person. The share leaves the device's storage as soon as it is handed over. */
const Choices = ({ share: { files, text } }: { share: Share }) => {
  const words = useWords(sharingEn)
  const navigate = useNavigate()
  const session = useSession()
  const documents = files.filter(isPdf)
  const give = (form: string, chosen: readonly File[], address: string) => {
    handOver(form, { files: chosen, text })
    void forgetShare()
    void navigate(address, { replace: true })
  }
  const send = ({ _id }: Conversation) => give(files.length > 0 ? attachTo(_id) : draftOf(_id), files, `/chat?c=${_id}`)
  if (!session) return null
  return (
    <>
      {documents.length > 0 && may(documentsApi.create, session.user) && (
        <Button icon={<Upload aria-hidden="true" />} onPress={() => give(uploadForm, documents, '/upload')}>
          {words.upload(documents.length)}
        </Button>
      )}
      <ChatChoice onChoose={send} />
      <Button
        variant="quiet"
        onPress={() => {
          void forgetShare()
          void navigate(startPage(session.user.role), { replace: true })
        }}
      >
        {words.discard}
      </Button>
    </>
  )
}

const SignInFirst = ({ share: { files }, shareKey }: { share: Share; shareKey: string }) => {
  const words = useWords(sharingEn).signIn
  const navigate = useNavigate()
  const signIn = () => {
    tab.set(pendingShareKey, shareKey)
    void navigate('/login')
  }
  return (
    <EmptyState
      drawing="door"
      title={files.length > 0 ? words.title(files.length) : words.text}
      hint={words.hint}
      action={
        <Button variant="primary" onPress={signIn}>
          {words.button}
        </Button>
      }
    />
  )
}

/** Nothing came, or nothing could be kept: the way back into the app. */
const Nothing = ({ said }: { said: { title: string; hint: string } }) => {
  const { back } = useWords(sharingEn)
  const role = useSession()?.user.role
  return <EmptyState {...said} action={<ButtonLink to={role ? startPage(role) : '/'}>{back}</ButtonLink>} />
}

const Shown = ({ share, shareKey }: { share: Share | null; shareKey: string }): ReactNode => {
  const words = useWords(sharingEn)
  const isSignedIn = useSession() !== null
  if (!share) return <Nothing said={words.nothing} />
  const isEmpty = share.files.length === 0 && share.text === ''
  // Nobody may learn from this page what another person has shared.
  if (!isSignedIn) return isEmpty ? <Nothing said={words.nothing} /> : <SignInFirst share={share} shareKey={shareKey} />
  return (
    <>
      <Problems problems={share.problems} />
      <Files files={share.files} text={share.text} />
      {!isEmpty && <Choices share={share} />}
    </>
  )
}

/** What another app has shared with this one, and where it can be sent. */
export const SharePage = () => {
  const words = useWords(sharingEn)
  const [parameters] = useSearchParams()
  const key = parameters.get('key') ?? ''
  useDocumentTitle(words.title)
  const share = useQuery({
    queryKey: ['share', key],
    queryFn: () => readShare(key),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-2xl">{words.title}</h1>
      {parameters.has('failed') ? (
        <Nothing said={words.failed} />
      ) : (
        <Loaded of={share} skeleton={<ListSkeleton rows={3} />} failed={words.loadFailed}>
          {(loaded) => <Shown share={loaded} shareKey={key} />}
        </Loaded>
      )}
    </main>
  )
}
