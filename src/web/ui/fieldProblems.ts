/**
 * Returns the problems that fields find themselves, by name: a half-typed date is not a value that a schema could validate. A field
 * reports it by `setCustomValidity`.
 */
export const fieldProblems = (form: HTMLFormElement | null): Record<string, string> => {
  const problems: Record<string, string> = {}
  for (const each of form?.elements ?? [])
    if (each instanceof HTMLInputElement && each.validity.customError) problems[each.name] = each.validationMessage
  return problems
}
