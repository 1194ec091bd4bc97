/** `2026-05-01 14:32`, in the time zone of this machine. */
export function dayTime(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
