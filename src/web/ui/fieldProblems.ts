/**
 * What fields find wrong themselves, by their names: a half-typed date is no value that a schema could judge. A field tells it by
 * `setCustomValidity`.
 */
export const fieldProblems = (form: HTMLFormElement | null): Record<string, string> => {
  const problems: Record<string, string> = {}
  for (const each of form?.elements ?? [])
    if (each instanceof HTMLInputElement && each.validity.customError) problems[each.name] = each.validationMessage
  return problems
}
