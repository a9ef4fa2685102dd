import { type Role, roles } from '#contract/actor.ts'
import { useAction } from '#web/api/queryClient.ts'
import { signIn } from '#web/api/session.ts'
import { setTimeZone } from '#web/api/timeZone.ts'
import { shellEn } from '#web/shell/shell.en.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { errorText, useWords } from '#web/words.ts'
import { accountsApi } from '../accounts.contract.ts'
import { accountsEn } from '../accounts.en.ts'

/** A sign-in button for each role of a demo. */
export const RoleButtons = ({ isPublic }: { isPublic: boolean }) => {
  const words = useWords(accountsEn).login.demo
  const names = useWords(shellEn).roles
  const { mutate, isPending, variables, error } = useAction(accountsApi.demoSignIn)
  const enter = (role: Role) =>
    mutate(
      { body: { role } },
      {
        onSuccess: (signedIn) => {
          setTimeZone(signedIn.user.timeZone)
          signIn(signedIn)
        },
      },
    )
  return (
    <section aria-label={words.title} className="mb-6 flex flex-col gap-3 border-line border-b pb-6">
      <h2 className="font-semibold">{words.title}</h2>
      <p className="text-muted text-sm">{isPublic ? words.public : words.text}</p>
      {error && <Notice tone="error">{errorText(error, words.failed)}</Notice>}
      <div className="grid grid-cols-2 gap-2">
        {roles.map((role) => (
          <Button
            key={role}
            aria-label={words.as(names[role])}
            isPending={isPending && variables?.body.role === role}
            isDisabled={isPending}
            onPress={() => enter(role)}
          >
            {names[role]}
          </Button>
        ))}
      </div>
    </section>
  )
}
