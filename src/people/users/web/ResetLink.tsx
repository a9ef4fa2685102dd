import { Copy } from 'lucide-react'
import { type FocusEvent, useId, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { accountsApi } from '#people/accounts/accounts.contract.ts'
import { usePublicAddress } from '#web/shell/usePublicAddress.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { inputStyle } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import type { User } from '../users.contract.ts'
import { usersEn } from '../users.en.ts'
import { useMakeResetLink } from './users.queries.ts'

type Made = Reply<typeof accountsApi.makeResetLink>

/** Makes the link. It is kept nowhere but in this state, and gone with it. */
export const useResetLink = ({ _id }: User) => {
  const failed = useWords(usersEn).resetLink.failed
  const [made, setMade] = useState<Made>()
  const { mutate, isPending, reset } = useMakeResetLink()
  const make = () =>
    mutate(
      { params: { id: _id } },
      {
        onSuccess: (reply) => {
          setMade(reply)
          toast.settled(failed)
          reset()
        },
        onError: (error) => toast.error(errorText(error, failed), { of: failed }),
      },
    )
  return { made, make, isPending }
}

const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement>) =>
  // Backward, so that the field shows where the link begins.
  currentTarget.setSelectionRange(0, currentTarget.value.length, 'backward')

/** The link, to be handed over by the person who made it: it is shown here and never again. */
export const ResetLink = ({ made, name }: { made: Made; name: string }) => {
  const words = useWords(usersEn).resetLink
  const address = usePublicAddress()
  const isPath = made.link.startsWith('/')
  const link = isPath && address !== undefined ? address + made.link : made.link
  const id = useId()
  const copy = () => copyText(link, words)
  return (
    <section className="mt-4 flex flex-col gap-2 rounded-lg border border-line-strong p-4">
      <label htmlFor={id} className="font-medium">
        {words.label(name)}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          // The focus follows the press that asked for it.
          // biome-ignore lint/a11y/noAutofocus: what was asked for is there now, and is to be copied.
          autoFocus
          readOnly
          value={link}
          onFocus={selectAll}
          className={`${inputStyle} min-w-0 flex-1 basis-60 font-mono text-sm`}
        />
        {/* Without a secure address there is no clipboard. */}
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
