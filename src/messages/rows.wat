;; Whole frames of one form in a row, sixteen bytes at a time: see rows.ts, which holds this compiled.
(module
  (memory (export "memory") 5)
  ;; All bytes that were looked at, together: a high bit says that some are no ASCII.
  (global $seen (mut v128) (v128.const i64x2 0 0))

  ;; Whether the $length bytes (16 or more) of the head, which stand at 0, stand at $at.
  (func $begins (param $at i32) (param $length i32) (result i32)
    (local $i i32)
    (loop $next
      (if (v128.any_true (v128.xor (v128.load (local.get $i)) (v128.load (i32.add (local.get $at) (local.get $i)))))
        (then (return (i32.const 0))))
      (if (i32.eq (local.get $i) (i32.sub (local.get $length) (i32.const 16)))
        (then (return (i32.const 1))))
      (local.set $i (i32.add (local.get $i) (i32.const 16)))
      (if (i32.gt_u (local.get $i) (i32.sub (local.get $length) (i32.const 16)))
        (then (local.set $i (i32.sub (local.get $length) (i32.const 16)))))
      (br $next))
    (unreachable))

  ;; Whether the byte at $at is a hexadecimal digit.
  (func $hex (param $at i32) (result i32)
    (local $c i32)
    (local.set $c (i32.load8_u (local.get $at)))
    (i32.or
      (i32.lt_u (i32.sub (local.get $c) (i32.const 48)) (i32.const 10))
      (i32.lt_u (i32.sub (i32.or (local.get $c) (i32.const 32)) (i32.const 97)) (i32.const 6))))

  ;; The closing quote of the text of a JSON string that begins at $at, or 0 where a byte may not stand there.
  (func $quote (param $at i32) (result i32)
    (local $v v128) (local $found i32) (local $c i32)
    (loop $next
      (local.set $v (v128.load (local.get $at)))
      (global.set $seen (v128.or (global.get $seen) (local.get $v)))
      (local.set $found (i8x16.bitmask (v128.or
        (i8x16.lt_u (local.get $v) (v128.const i8x16 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32))
        (v128.or
          (i8x16.eq (local.get $v) (v128.const i8x16 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34 34))
          (i8x16.eq (local.get $v) (v128.const i8x16 92 92 92 92 92 92 92 92 92 92 92 92 92 92 92 92))))))
      (if (i32.eqz (local.get $found))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next)))
      (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $found))))
      (local.set $c (i32.load8_u (local.get $at)))
      (if (i32.eq (local.get $c) (i32.const 34)) (then (return (local.get $at))))
      (if (i32.ne (local.get $c) (i32.const 92)) (then (return (i32.const 0))))
      (local.set $c (i32.load8_u (i32.add (local.get $at) (i32.const 1))))
      (if (i32.eq (local.get $c) (i32.const 117)) ;; \u and four digits
        (then
          (if (i32.and
                (i32.and (call $hex (i32.add (local.get $at) (i32.const 2))) (call $hex (i32.add (local.get $at) (i32.const 3))))
                (i32.and (call $hex (i32.add (local.get $at) (i32.const 4))) (call $hex (i32.add (local.get $at) (i32.const 5)))))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 6)))
              (br $next)))
          (return (i32.const 0))))
      (if (i32.or
            (i32.or
              (i32.or (i32.eq (local.get $c) (i32.const 110)) (i32.eq (local.get $c) (i32.const 34)))
              (i32.or (i32.eq (local.get $c) (i32.const 92)) (i32.eq (local.get $c) (i32.const 47))))
            (i32.or
              (i32.or (i32.eq (local.get $c) (i32.const 98)) (i32.eq (local.get $c) (i32.const 102)))
              (i32.or (i32.eq (local.get $c) (i32.const 114)) (i32.eq (local.get $c) (i32.const 116)))))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $next))))
    (i32.const 0))

  ;; Past the last whole frame of the row that begins at $at. Behind the row stand 16 zeros or more.
  (func (export "rowEnd") (param $at i32) (param $length i32) (result i32)
    (local $to i32)
    (global.set $seen (v128.const i64x2 0 0))
    (block $done
      (loop $frame
        (br_if $done (i32.eqz (call $begins (local.get $at) (local.get $length))))
        (local.set $to (call $quote (i32.add (local.get $at) (local.get $length))))
        (br_if $done (i32.eqz (local.get $to)))
        (br_if $done (i32.ne (i32.load8_u (i32.add (local.get $to) (i32.const 1))) (i32.const 125)))
        (local.set $to (i32.add (local.get $to) (i32.const 2)))
        (block $padded
          (loop $space
            (br_if $padded (i32.ne (i32.load8_u (local.get $to)) (i32.const 32)))
            (local.set $to (i32.add (local.get $to) (i32.const 1)))
            (br $space)))
        (br_if $done (i32.ne (i32.load16_u (local.get $to)) (i32.const 0x0a7d)))
        (br_if $done (i32.ne (i32.load8_u (i32.add (local.get $to) (i32.const 2))) (i32.const 10)))
        (local.set $at (i32.add (local.get $to) (i32.const 3)))
        (br $frame)))
    (local.get $at))

  ;; Whether the last row may hold bytes that are no ASCII.
  (func (export "beyondAscii") (result i32)
    (i8x16.bitmask (global.get $seen))))
