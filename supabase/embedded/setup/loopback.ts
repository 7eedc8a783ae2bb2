/** Whether only this machine can reach an address. @param host a name or an IP address, IPv6 with or without brackets */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}
