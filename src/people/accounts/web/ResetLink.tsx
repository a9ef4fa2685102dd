import { Copy, KeyRound } from 'lucide-react'
import { type FocusEvent, useId, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { shownName } from '#contract/shownName.ts'
import type { User } from '#people/users/users.contract.ts'
import { PanelAction } from '#people/users/web/panel/PanelAction.tsx'
import { useAction } from '#web/api/queryClient.ts'
import { usePublicAddress } from '#web/shell/usePublicAddress.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { inputStyle } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import { accountsApi } from '../accounts.contract.ts'
import { resetLinkEn } from '../accounts.resetLink.en.ts'

type Made = Reply<typeof accountsApi.makeResetLink>

/** An action that creates a reset link, and then the link. The link exists only in this state and is lost with it. */
export const ResetLink = ({ user }: { user: User }) => {
  const words = useWords(resetLinkEn)
  const [made, setMade] = useState<Made>()
  const { mutate, isPending, reset } = useAction(accountsApi.makeResetLink)
  const make = () =>
    mutate(
      { params: { id: user._id } },
      {
        onSuccess: (reply) => {
          setMade(reply)
          toast.settled(words.failed)
          reset()
        },
        onError: (error) => toast.error(errorText(error, words.failed), { of: words.failed }),
      },
    )
  return made ? (
    <MadeLink made={made} name={shownName(user)} />
  ) : (
    <PanelAction
      icon={<KeyRound aria-hidden="true" />}
      label={isPending ? words.making : words.make}
      onPress={make}
      isPending={isPending}
    />
  )
}

const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement>) =>
  // Selected backward, so that the field shows the beginning of the link.
  currentTarget.setSelectionRange(0, currentTarget.value.length, 'backward')

/** The link, in a row above the other actions. */
const MadeLink = ({ made, name }: { made: Made; name: string }) => {
  const words = useWords(resetLinkEn)
  const address = usePublicAddress()
  const isPath = made.link.startsWith('/')
  const link = isPath && address !== undefined ? address + made.link : made.link
  const id = useId()
  const copy = () => copyText(link, words)
  return (
    <section className="-order-1 col-span-full flex flex-col gap-2 rounded-lg border border-line-strong p-4">
      <label htmlFor={id} className="font-medium">
        {words.label(name)}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          // The focus moves to the link that the press created.
          // biome-ignore lint/a11y/noAutofocus: the link was requested and is about to be copied.
          autoFocus
          readOnly
          value={link}
          onFocus={selectAll}
          className={`${inputStyle} min-w-0 flex-1 basis-60 font-mono text-sm`}
        />
        {/* The clipboard is only available in secure contexts. */}
        {navigator.clipboard && (
          <Button icon={<Copy />} onPress={() => void copy()}>
            {words.copy}
          </Button>
        )}
      </div>
      {isPath && address === undefined && <Notice tone="warning">{words.noAddress}</Notice>}
      <p role="status" className="text-muted text-sm">
        {words.once(made.expiresAt)}
      </p>
    </section>
  )
}
