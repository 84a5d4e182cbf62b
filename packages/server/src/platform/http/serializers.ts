import { SerializerSelector, type SerializerFactory } from '@fastify/fast-json-stringify-compiler';

/** Makes what writes a call's replies when the first one is written: of all the calls a server needs few in its first minute. */
export function makeSerializers(): SerializerFactory {
  const factory = SerializerSelector();
  return (schemas, options) => {
    const compile = factory(schemas, options);
    return (route) => {
      let write: ReturnType<typeof compile> | undefined;
      return (value) => (write ??= compile(route))(value);
    };
  };
}
