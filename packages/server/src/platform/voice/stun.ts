/** STUN (RFC 8489): a binding request, the header, and the attribute that names the receiver. */
const [BINDING_REQUEST, HEADER_BYTES, COOKIE, USERNAME] = [0x0001, 20, 0x2112_a442, 0x0006];
/** A name of ICE has at most 256 characters on each side of the colon. */
const MAX_USERNAME_BYTES = 513;

/**
 * Returns for whom a binding request is: the part of its user name before the colon, which is the
 * receiver's own ufrag. Null if the packet is not a binding request.
 */
export function readStunUser(packet: Buffer): string | null {
  if (
    packet.length < HEADER_BYTES ||
    packet.readUInt16BE(0) !== BINDING_REQUEST ||
    packet.readUInt16BE(2) !== packet.length - HEADER_BYTES ||
    packet.readUInt32BE(4) !== COOKIE
  )
    return null;
  for (let at = HEADER_BYTES; at + 4 <= packet.length;) {
    const [type, bytes] = [packet.readUInt16BE(at), packet.readUInt16BE(at + 2)];
    const end = at + 4 + bytes;
    if (end > packet.length) return null;
    if (type === USERNAME) {
      const name = packet.toString('latin1', at + 4, end);
      const colon = name.indexOf(':');
      return bytes > MAX_USERNAME_BYTES || colon < 1 ? null : name.slice(0, colon);
    }
    // Attributes are padded to four bytes.
    at = end + ((4 - (bytes % 4)) % 4);
  }
  return null;
}
