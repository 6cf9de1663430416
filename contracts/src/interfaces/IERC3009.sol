// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The part of USDC that moves money by a signature
/// @notice EIP-3009 in the form that USDC has since version 2.2, with signatures as bytes.
interface IERC3009 {
    /// @notice Moves USDC that `from` signed away to the caller, once for each nonce. Nobody but `to` may call it, so a
    /// contract's own rules can't be passed by.
    /// @param validAfter,validBefore Unix times between which, and not at which, the signature counts.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}
